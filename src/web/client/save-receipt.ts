import { receiptNoteHtml } from '../answer/answer-html.ts'
import { shellSpeaker } from '../shell/texts.ts'
import { tellOn } from './copy.ts'
import { language, setHtml } from './dom.ts'
import { download } from './download.ts'

/**
 * Saves the signed answer behind a link as a file, and writes its id into the record of the page, so that a print says
 * which file belongs to it. Without scripts the link saves the same file, and the print has no id.
 */
export async function saveReceipt(link: HTMLAnchorElement, status: Element): Promise<void> {
  const say = shellSpeaker(language)
  const text = await textAt(link.href)
  if (text === null) return tellOn(link, say('saveFailed'), status)
  const { id } = JSON.parse(text) as { id: string }
  download(link.download, 'application/json', text)
  for (const element of document.querySelectorAll<HTMLElement>('[data-receipt]')) {
    if (element.tagName === 'DD') setHtml(element, receiptNoteHtml(id, link.download, location.origin, language))
    element.hidden = false
  }
  tellOn(link, say('saved'), status)
}

/** Null when the service is away or refuses, perhaps because its limit is used up. */
async function textAt(address: string): Promise<string | null> {
  try {
    const reply = await fetch(address)
    return reply.ok ? await reply.text() : null
  } catch {
    return null
  }
}
