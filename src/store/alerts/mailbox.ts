import { domainToASCII } from 'node:url'
import { fold } from '../leads/leads.ts'

/** Gmail delivers to one mailbox whatever points stand in its name: https://support.google.com/mail/answer/7436150 */
const WITHOUT_POINTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address most likely reaches, and its domain: without case, without a `+tag` (RFC 5233), by which one
 * mailbox has any number of addresses, and other scripts in Punycode. Mails are counted by it, and never sent to it.
 */
export function mailboxOf(email: string): { readonly mailbox: string; readonly domain: string } {
  const folded = fold(email)
  const at = folded.lastIndexOf('@')
  const domain = domainToASCII(folded.slice(at + 1)) || folded.slice(at + 1)
  const name = folded.slice(0, at).replace(/(?<=.)\+.*/u, '')
  const isGmail = WITHOUT_POINTS.has(domain)
  return { mailbox: isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`, domain }
}
