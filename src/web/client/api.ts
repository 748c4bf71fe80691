import { apiSpeaker } from '../pages/api-texts.ts'
import { copyAndTell } from './copy.ts'
import { elementById, language } from './dom.ts'

/** The developers' page: copy buttons of the examples, and the contact form. */

const say = apiSpeaker(language)

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.addEventListener('click', () => {
    const text = elementById(button.dataset.copy ?? '').textContent
    const status = button.closest('.examples')?.querySelector('[role="status"]') ?? null
    void copyAndTell(text, button, status)
  })
}

const form = elementById('contact', HTMLFormElement)
const state = elementById('contact-state')
const email = elementById('email', HTMLInputElement)
const consent = elementById('consent', HTMLInputElement)
const send = form.querySelector('button') as HTMLButtonElement

/** Shows an error beside a field, or takes it back when `text` is empty. */
function setError(field: HTMLInputElement, text: string): void {
  elementById(`${field.id}-error`).textContent = text
  if (text === '') field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

function setState(text: string, className: string): void {
  state.className = className
  state.textContent = text
}

/** Identifies this form in this tab; the idempotency key of what it sends begins with it. */
const token = hex(crypto.getRandomValues(new Uint8Array(16)))

// An error disappears as soon as the field is edited.
email.addEventListener('input', () => setError(email, ''))
consent.addEventListener('change', () => setError(consent, ''))

form.addEventListener('submit', async (submitting) => {
  submitting.preventDefault()
  setState('', '')
  const address = email.value.trim()
  // The service decides what an address is; the browser's own check rejects some valid ones.
  setError(email, /.@./.test(address) ? '' : say('emailError'))
  setError(consent, consent.checked ? '' : say('consentError'))
  const invalid = form.querySelector<HTMLElement>('[aria-invalid]')
  if (invalid) return invalid.focus()
  send.disabled = true
  send.textContent = say('sending')
  const sent = new FormData(form)
  const utm = Object.fromEntries([...sent].filter(([name]) => name.startsWith('utm_')))
  const source = `api: ${sent.get('about')}`
  const response = await fetch('/api/lead', {
    method: 'POST',
    // The same form with the same content is one contact, however often it is sent.
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `${sent.get('token') || token}-${await digest(JSON.stringify([address, source, utm]))}`,
    },
    body: JSON.stringify({ email: address, source, ...(Object.keys(utm).length > 0 && { utm }) }),
  }).catch(() => null)
  send.disabled = false
  send.textContent = say('send')
  if (response?.ok) {
    form.reset()
    setState(say('sent'), 'note')
  } else if (response?.status === 400) {
    setError(email, say('emailError'))
    return email.focus()
  } else setState(say(response?.status === 429 ? await limitOf(response) : 'failed'), 'note problem')
  state.focus()
})

/** Which limit was reached: the caller's limit a minute, or the service's limit a day. */
async function limitOf(response: Response): Promise<'limited' | 'full'> {
  const problem = (await response.json().catch(() => null)) as { code?: string } | null
  return problem?.code === 'leads_full' ? 'full' : 'limited'
}

/** A short hash of the content, since an e-mail address itself must not be part of a header. */
async function digest(text: string): Promise<string> {
  // `crypto.subtle` exists in secure contexts only; elsewhere the token must suffice.
  if (!globalThis.crypto?.subtle) return String(text.length)
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return hex(bytes.subarray(0, 8))
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
