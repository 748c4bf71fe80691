/** Saves as a file, without a request. */
export function download(name: string, type: string, content: string | Uint8Array): void {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the content by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
