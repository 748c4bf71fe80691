import type { SearchSay } from '../pages/search-texts.ts'

/** Copy as text, copy link, print. */
export function useTools(answer: HTMLElement, status: HTMLElement, say: SearchSay): void {
  const copy = async (text: string, button: HTMLElement) => {
    const done = await copied(text)
    const before = button.textContent
    button.textContent = status.textContent = say(done ? 'copied' : 'copyFailed')
    setTimeout(() => {
      button.textContent = before
    }, 2_000)
  }
  answer.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tool]') : null
    switch (button?.dataset.tool) {
      case 'text':
        return void copy(document.querySelector<HTMLTextAreaElement>('#as-text')?.value ?? '', button)
      case 'link':
        return void copy(location.href, button)
      case 'print':
        return print()
    }
  })
}

/** The clipboard is only for secure pages; elsewhere the old way still works. */
async function copied(text: string): Promise<boolean> {
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
    return done
  }
}
