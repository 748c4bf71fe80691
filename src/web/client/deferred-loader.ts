/**
 * Brings the script of a page behind its first view: until then there is nothing for it to do, and to load it would keep
 * the reader waiting. What is typed meanwhile is found in the fields, a form that is sent meanwhile goes to the server, and
 * a button that is pressed meanwhile is pressed again.
 */
const start = document.getElementById('start')
const { main = '', imports = '', sheets = '' } = start?.dataset ?? {}

/** Where links belong: the sheet for print has the last word. */
const last = document.querySelector('link[media=print]')

function load(rel: 'modulepreload' | 'stylesheet', addresses: string): void {
  for (const address of addresses.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = rel
    link.href = address
    last?.before(link)
  }
}

let pressed: HTMLElement | null = null
const remember = ({ target }: Event) => {
  pressed = target instanceof Element ? target.closest<HTMLElement>('button[type=button]') : null
}
document.addEventListener('click', remember)

async function begin(): Promise<void> {
  load('stylesheet', sheets)
  load('modulepreload', imports)
  await import(main)
  document.removeEventListener('click', remember)
  start?.remove()
  pressed?.click()
}

// Behind other tabs nothing is painted.
if (document.hidden) void begin()
else requestAnimationFrame(() => setTimeout(begin))
