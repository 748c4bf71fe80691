export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves content as a file of the user. It stays in the browser: nothing is sent. */
export function download(name: string, type: string, content: string | Uint8Array): void {
  const address = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked much later: a busy browser reads content and name long after the click, and loses both with the address.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
