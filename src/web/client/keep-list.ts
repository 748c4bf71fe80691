import type { CheckedLine } from '../lists/checked-line.ts'
import { keptHtml } from '../lists/stored-html.ts'
import { storedListsSpeaker } from '../pages/lists-texts.ts'
import { elementById, language, setHtml } from './dom.ts'
import { detailOf, serviceWithKey } from './service.ts'

/** Stores the lines that were answered as a list of the key typed. The key is used once and cleared. */
export async function keepList(checked: readonly CheckedLine[]): Promise<void> {
  const say = storedListsSpeaker(language)
  const [key, name] = [elementById('keep-key', HTMLInputElement), elementById('keep-name', HTMLInputElement)]
  const [error, state] = [elementById('keep-error'), elementById('keep-state')]
  const button = elementById('keep-list', HTMLButtonElement)
  state.textContent = ''
  const missing = name.value.trim() === '' ? name : key.value.trim() === '' ? key : null
  error.textContent = missing === null ? '' : say(missing === name ? 'keepNameMissing' : 'keyMissing')
  if (missing) return missing.focus()
  const items = checked.flatMap(({ line, reply }) =>
    reply?.status === 'ok' ? [{ id: String(line.row), q: line.q, ...line.deal }] : [],
  )
  button.disabled = true
  state.textContent = say('loading')
  try {
    await serviceWithKey(key.value.trim()).lists.put(name.value.trim(), items)
    key.value = ''
    setHtml(state, keptHtml(items.length, checked.length - items.length, language))
  } catch (reason) {
    state.textContent = ''
    error.textContent = detailOf(reason) || say('failed')
  } finally {
    button.disabled = false
  }
}
