/**
 * Loads the script of a page, and style sheets for what only the script shows, behind the first paint, so that they do not
 * delay it. Nothing done meanwhile is lost: the script reads what is already in the fields, a form is sent to the server,
 * and the last button pressed is pressed again.
 */
const start = document.getElementById('start')
const { main = '', imports = '', sheets = '' } = start?.dataset ?? {}

/** The print sheet must stay the last one, since the order of sheets decides which rule applies. */
const printSheet = document.querySelector('link[media=print]')

function load(rel: 'modulepreload' | 'stylesheet', addresses: string): void {
  for (const address of addresses.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = rel
    link.href = address
    printSheet?.before(link)
  }
}

let pressed: HTMLElement | null = null
const rememberPressed = ({ target }: Event) => {
  pressed = target instanceof Element ? target.closest<HTMLElement>('button[type=button]') : null
}
document.addEventListener('click', rememberPressed)

async function loadScript(): Promise<void> {
  load('stylesheet', sheets)
  load('modulepreload', imports)
  await import(main)
  document.removeEventListener('click', rememberPressed)
  start?.remove()
  pressed?.click()
}

// A tab in the background is not painted, so it would wait for ever.
if (document.hidden) void loadScript()
else requestAnimationFrame(() => setTimeout(loadScript))
