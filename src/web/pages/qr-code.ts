import { encode } from 'uqr'
import { type Html, html } from '../design/html.ts'

/** A code of more modules cannot be read from paper at the size it is printed in: version 25 has 117 by 117. */
const MAX_VERSION = 25
/** What a code of that version holds with the least correction of errors. */
const MAX_BYTES = 1_273
/** White modules around the code, which readers need to find it: ISO/IEC 18004 asks for four. */
const QUIET = 4
/** The mask pattern, which the code names to its reader. To choose the best of all eight took a tenth of a record's CPU. */
const MASK = 3

/** A text as a QR code in SVG, drawn here and not loaded; null when it is too long. */
export function qrCode(text: string, label: string): Html | null {
  if (Buffer.byteLength(text) > MAX_BYTES) return null
  const { data, size } = encode(text, {
    ecc: 'L',
    boostEcc: true,
    maxVersion: MAX_VERSION,
    maskPattern: MASK,
    border: QUIET,
  })
  const path = data.flatMap((row, y) => runsIn(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join('')
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" data-text="${text}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

/** Where black modules of a row begin, and how many follow each other. */
function runsIn(row: readonly boolean[]): [begin: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, isBlack] of row.entries()) {
    if (!isBlack) continue
    const last = runs.at(-1)
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
