/**
 * Reads a value in EUR. One point or comma before three digits may part thousands or decimals, so it is not read unless the other
 * sign stands behind it. Two values are none.
 */
export function valueReader(
  euro: readonly string[],
  thousand: readonly string[],
): (text: string) => { value: string; words: string } | null {
  const grouped = String.raw`\d{1,3}(?:[ \u00a0]\d{3})+(?:[.,]\d{1,2})?|\d{1,3}(?:\.\d{3})+,\d{2}|\d{1,3}(?:,\d{3})+\.\d{2}`
  const number = String.raw`(?<![\p{L}\d.,])(${grouped}|\d{1,9}(?:[.,]\d{1,2})?)(?![\d.,]*\d)`
  const many = String.raw`(?:\s*(${thousand.join('|')})(?![\p{L}\d])\.?)?`
  const unit = `(?:€|(?:${euro.join('|')})(?![\\p{L}\\d]))`
  const patterns = [
    new RegExp(`${number}${many}\\s*${unit}`, 'giu'),
    new RegExp(`(?:€|${unit})\\s*${number}${many}`, 'giu'),
  ]
  return (text) => {
    const found = new Map<string, string>()
    for (const pattern of patterns)
      for (const [words, written = '', times] of text.matchAll(pattern))
        found.set(decimalOf(written, times !== undefined), words.trim())
    const [[value, words] = ['', ''], ...others] = found
    return others.length === 0 && Number(value) > 0 ? { value, words } : null
  }
}

/** A decimal with a point and without leading zeros. */
function decimalOf(written: string, isThousands: boolean): string {
  const [, whole = '', cents] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(written)!
  const plain = String(Number(whole.replace(/\D/g, '')))
  if (!isThousands) return [plain, cents].filter(Boolean).join('.')
  return String(Number(plain) * 1_000 + Number((cents ?? '').padEnd(3, '0')))
}
