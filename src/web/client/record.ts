import { elementById } from './dom.ts'

/** The record for the file, and the page that verifies one: printing, and reading a file into the form. */

for (const button of document.querySelectorAll('[data-tool=print]')) button.addEventListener('click', () => print())

/** The form is sent as it would be without a script; the file itself has no name, so it is not sent a second time. */
const file = document.querySelector<HTMLInputElement>('#receipt-upload')
file?.addEventListener('change', async () => {
  const [chosen] = file.files ?? []
  if (!chosen) return
  const field = elementById('receipt-text', HTMLTextAreaElement)
  // What is too large is refused by the server, which says so; the field need not hold all of it.
  field.value = await chosen.slice(0, Number(file.dataset.most) + 1).text()
  field.form?.requestSubmit()
})
