import { type StoredLists, storedLists } from '../lists/stored-client.ts'
import { storedChangesHtml, storedListsHtml } from '../lists/stored-html.ts'
import { storedSheets } from '../lists/stored-report.ts'
import { storedListsSpeaker } from '../pages/lists-texts.ts'
import { elementById, language, namesIn, setHtml } from './dom.ts'
import { download, XLSX_TYPE } from './download.ts'
import { detailOf, network } from './network.ts'

/** The lists of a key holder. The key is a variable of this script and nothing else: it ends with the page. */

const say = storedListsSpeaker(language)
const key = elementById('key', HTMLInputElement)
const button = elementById('show', HTMLButtonElement)
const place = elementById('lists')
const changesPlace = elementById('changes')
const state = elementById('lists-state')
const error = elementById('lists-error')
const names = {
  places: namesIn('places'),
  targets: namesIn('targets'),
}
let lists: StoredLists | null = null

// Disabled by the server: without this script, submitting the form would send nothing anywhere.
button.disabled = false
// A browser that goes back to the page must not show the key again.
window.addEventListener('pagehide', () => {
  key.value = ''
  lists = null
})

elementById('holder').addEventListener('submit', (submitting) => {
  submitting.preventDefault()
  const typed = key.value.trim()
  if (typed === '') {
    error.textContent = say('keyMissing')
    return key.focus()
  }
  lists = storedLists(typed, language, network)
  setHtml(changesPlace, null)
  void run(() => showLists(lists!))
})

place.addEventListener('click', ({ target }) => {
  const pressed = (target as HTMLElement).closest('button')
  if (!pressed || !lists) return
  const { changes, xlsx, remove } = pressed.dataset
  const own = lists
  if (changes !== undefined) void run(() => showChanges(own, changes))
  else if (xlsx !== undefined) void run(() => save(own, xlsx))
  else if (remove !== undefined && window.confirm(`${remove}: ${say('confirmRemove')}`))
    void run(() => removeList(own, remove))
})

/** Runs one task at a time and tells what the service refused. */
async function run(task: () => Promise<string>): Promise<void> {
  error.textContent = ''
  state.textContent = say('loading')
  button.disabled = true
  try {
    state.textContent = await task()
  } catch (reason) {
    state.textContent = ''
    error.textContent = detailOf(reason) || say('failed')
  } finally {
    button.disabled = false
  }
}

async function showLists(own: StoredLists): Promise<string> {
  setHtml(place, null)
  setHtml(place, storedListsHtml(await own.all(), language))
  return ''
}

async function showChanges(own: StoredLists, name: string): Promise<string> {
  setHtml(changesPlace, storedChangesHtml(name, await own.changes(name), names, language))
  elementById('changes-title').focus()
  return ''
}

async function save(own: StoredLists, name: string): Promise<string> {
  const [list, changes] = [await own.items(name), await own.changes(name)]
  const { writeXlsx } = await import('../lists/write-xlsx.ts')
  download(`${name}-${list.as_of}.xlsx`, XLSX_TYPE, writeXlsx(storedSheets(list, changes, names, language)))
  return `${say('saved')} ${name}.`
}

async function removeList(own: StoredLists, name: string): Promise<string> {
  await own.remove(name)
  setHtml(changesPlace, null)
  await showLists(own)
  key.focus()
  return `${say('removed')} ${name}.`
}
