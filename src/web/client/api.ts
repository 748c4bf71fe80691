import { apiSpeaker } from '../pages/api-texts.ts'

const say = apiSpeaker(document.documentElement.lang === 'en' ? 'en' : 'pl')

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy ?? '')?.textContent ?? ''
    await navigator.clipboard.writeText(text)
    const status = button.closest('.examples')?.querySelector('[role="status"]')
    if (status) status.textContent = say('copied')
    button.textContent = say('copied')
    setTimeout(() => {
      button.textContent = say('copy')
    }, 2_000)
  })
}

const form = document.getElementById('contact') as HTMLFormElement
const state = document.getElementById('contact-state') as HTMLElement
const email = form.elements.namedItem('email') as HTMLInputElement
const consent = form.elements.namedItem('consent') as HTMLInputElement
const send = form.querySelector('button') as HTMLButtonElement

function mark(field: HTMLInputElement, wrong: string): void {
  const error = document.getElementById(`${field.id}-error`) as HTMLElement
  error.textContent = wrong
  if (wrong === '') field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

function tell(text: string, kind: string): void {
  state.className = kind
  state.textContent = text
}

/** Of this form as this reader has it. */
const token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
  '',
)

// A mistake is taken back as soon as it is corrected.
email.addEventListener('input', () => mark(email, ''))
consent.addEventListener('change', () => mark(consent, ''))

form.addEventListener('submit', async (submitting) => {
  submitting.preventDefault()
  tell('', '')
  const address = email.value.trim()
  // The service judges addresses; browsers refuse some that are good.
  mark(email, /.@./.test(address) ? '' : say('emailError'))
  mark(consent, consent.checked ? '' : say('consentError'))
  const wrong = form.querySelector<HTMLElement>('[aria-invalid]')
  if (wrong) return wrong.focus()
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
    tell(say('sent'), 'note')
  } else if (response?.status === 400) {
    mark(email, say('emailError'))
    return email.focus()
  } else tell(say(response?.status === 429 ? await limitOf(response) : 'notSent'), 'note problem')
  state.focus()
})

/** Which limit was reached: that of this minute and caller, or that of the day. */
async function limitOf(response: Response): Promise<'tooOften' | 'noMoreToday'> {
  const problem = (await response.json().catch(() => null)) as { code?: string } | null
  return problem?.code === 'leads_full' ? 'noMoreToday' : 'tooOften'
}

/** A short name of a text; addresses themselves stay out of headers. */
async function digest(text: string): Promise<string> {
  // Only pages served safely have it; elsewhere the token alone must do.
  if (!globalThis.crypto?.subtle) return String(text.length)
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
