import { icon } from '../design/icons.ts'

const WIDE = matchMedia('(min-width: 60.01rem)')

/** Makes the headings of panels buttons that open them: side by side one at a time, below each other each on its own. */
export function addFolds(root: ParentNode): void {
  for (const title of root.querySelectorAll<HTMLElement>('.panel-title:not(:has(button))')) {
    const panel = title.closest('.panel')!
    const body = panel.querySelector('.panel-body')!
    body.id = `${panel.id}-body`
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'fold'
    button.setAttribute('aria-expanded', 'false')
    button.setAttribute('aria-controls', body.id)
    button.append(...title.childNodes)
    button.insertAdjacentHTML('beforeend', icon('chevron', 's').markup)
    title.append(button)
  }
}

/** Opens a panel, or closes it. */
export function setPanel(panel: Element, open: boolean): void {
  if (open && WIDE.matches)
    for (const other of panel.parentElement?.querySelectorAll('.panel.is-open') ?? []) setPanel(other, false)
  panel.classList.toggle('is-open', open)
  panel.querySelector('.fold')?.setAttribute('aria-expanded', String(open))
}

/** Presses on the headings, and links to something inside a panel, which open it. */
export function listenToFolds(root: HTMLElement): void {
  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null
    const fold = target?.closest('.fold')
    const panel = fold?.closest('.panel')
    if (panel) return setPanel(panel, !panel.classList.contains('is-open'))
    const link = target?.closest<HTMLAnchorElement>('a[href^="#"]')
    const within = link && document.getElementById(link.hash.slice(1))?.closest('.panel')
    if (within) setPanel(within, true)
  })
}
