import { shellSpeaker } from '../shell/texts.ts'
import { language } from './dom.ts'

const say = shellSpeaker(language)
/** How long a button shows the outcome before it has its own label again. */
const OUTCOME_MS = 2_000

const labels = new WeakMap<HTMLElement, string>()
const timers = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>()

/** Copies a text and says on the button, and to screen readers through `status`, whether that worked. */
export async function copyAndTell(text: string, button: HTMLElement, status: Element | null): Promise<void> {
  tellOn(button, say((await copy(text, button)) ? 'copied' : 'copyFailed'), status)
}

/** Shows an outcome on the button that was pressed, for a moment, and tells it to screen readers. */
function tellOn(button: HTMLElement, outcome: string, status: Element | null): void {
  // Remembered from the first press: a second one, meanwhile, would take the outcome for the label.
  const place = button.querySelector<HTMLElement>('[data-label]') ?? button
  const label = labels.get(button) ?? place.textContent
  labels.set(button, label)
  place.textContent = outcome
  if (status) status.textContent = outcome
  clearTimeout(timers.get(button))
  const restore = setTimeout(() => {
    place.textContent = label
  }, OUTCOME_MS)
  timers.set(button, restore)
}

/**
 * Browsers offer `navigator.clipboard` on https and localhost only (https://w3c.github.io/clipboard-apis/#clipboard-interface).
 * Elsewhere, or where it is refused, the selection of a hidden field is copied.
 */
async function copy(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'unseen'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    // Selecting moved the focus into the field, which is gone.
    button.focus({ preventScroll: true })
    return done
  }
}
