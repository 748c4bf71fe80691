import type { ListChanges } from '../../client/api-types.ts'
import type { Lists } from '../../client/lists.ts'
import { storedChangesHtml, storedListsHtml } from '../lists/stored-html.ts'
import { type StoredList, storedSheets } from '../lists/stored-report.ts'
import { storedListsSpeaker } from '../pages/lists-texts.ts'
import { elementById, language, namesIn, setHtml } from './dom.ts'
import { download, XLSX_TYPE } from './download.ts'
import { detailOf, serviceWithKey } from './service.ts'

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
let lists: Lists | null = null

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
  lists = serviceWithKey(typed).lists
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

async function showLists(own: Lists): Promise<string> {
  setHtml(place, null)
  setHtml(place, storedListsHtml(await own.names(), language))
  return ''
}

async function showChanges(own: Lists, name: string): Promise<string> {
  setHtml(changesPlace, storedChangesHtml(name, await allChanges(own, name), names, language))
  elementById('changes-title').focus()
  return ''
}

async function save(own: Lists, name: string): Promise<string> {
  const [list, changes] = [await wholeList(own, name), await allChanges(own, name)]
  const { writeXlsx } = await import('../lists/write-xlsx.ts')
  download(`${name}-${list.as_of}.xlsx`, XLSX_TYPE, writeXlsx(storedSheets(list, changes, names, language)))
  return `${say('saved')} ${name}.`
}

async function removeList(own: Lists, name: string): Promise<string> {
  await own.delete(name)
  setHtml(changesPlace, null)
  await showLists(own)
  key.focus()
  return `${say('removed')} ${name}.`
}

const PAGE = 500

/** All items of a list, with what its last page says. */
async function wholeList(own: Lists, name: string): Promise<StoredList> {
  const items: StoredList['items'] = []
  let last: StoredList | undefined
  for await (const page of own.get(name, { limit: PAGE }).pages()) {
    items.push(...page.items)
    last = page
  }
  return { ...last!, items }
}

/** All changes of a list, the newest first. */
async function allChanges(own: Lists, name: string): Promise<ListChanges['changes']> {
  const changes: ListChanges['changes'] = []
  for await (const change of own.changes(name, { limit: PAGE })) changes.push(change)
  return changes.reverse()
}
