import { isIP } from 'node:net'
import type { Text } from '../base/language.ts'
import { isBlockedPort } from './blocked-ports.ts'
import { reachOf } from './safe-address.ts'

export const URL_CHARACTERS = 2_000
/** Ends of names that never lead to the open internet. */
const LOCAL_SUFFIXES: readonly string[] = [
  // RFC 2606, 6761, 6762, 7686, 8375, 9476; `example` stays, since documents use it and it leads nowhere
  ...['localhost', 'local', 'home.arpa', 'onion', 'invalid', 'test', 'alt'],
  // set aside by ICANN, or never given out, since offices and homes use them
  ...['internal', 'corp', 'home', 'mail', 'lan', 'localdomain', 'intranet', 'private', 'priv', 'workgroup', 'domain'],
  // of clusters and service discovery
  ...['svc', 'cluster', 'consul', 'nomad', 'kube', 'k8s', 'docker', 'mesh', 'marathon', 'rancher'],
]
const LOCAL_NAME = new RegExp(`(^|\\.)(${LOCAL_SUFFIXES.map((suffix) => suffix.replace('.', '\\.')).join('|')})\\.?$`)

type Read =
  | { readonly url: string }
  /** `own`: it leads to this machine, which development may allow. */
  | { readonly mistake: Text; readonly own?: boolean }

/** The normalized URL, or what is wrong with it, for a person to read. The address behind a name is checked when connecting. */
export function readEndpointUrl(text: string, toLoopback: boolean): Read {
  if (text.length > URL_CHARACTERS) return { mistake: MISTAKES.tooLong }
  if (!URL.canParse(text)) return { mistake: MISTAKES.noUrl }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return { mistake: MISTAKES.password }
  if (url.hash !== '' || text.endsWith('#')) return { mistake: MISTAKES.fragment }
  if (isBlockedPort(url)) return { mistake: blockedPort(url.port) }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const reach = isIP(host) ? reachOf(host) : null
  const own = reach === 'loopback' || /^localhost\.?$/.test(host)
  if (own && toLoopback && /^https?:$/.test(url.protocol)) return { url: url.href }
  if (url.protocol !== 'https:') return { mistake: MISTAKES.notHttps, own }
  if (own) return { mistake: MISTAKES.thisMachine, own }
  if (isIP(host) ? reach === null : LOCAL_NAME.test(host) || !/\.[^.]/.test(host))
    return { mistake: MISTAKES.privateNetwork }
  return { url: url.href }
}

const MISTAKES = {
  tooLong: {
    pl: `Adres może mieć najwyżej ${URL_CHARACTERS} znaków.`,
    en: `The URL may have at most ${URL_CHARACTERS} characters.`,
  },
  noUrl: {
    pl: 'To nie jest adres URL; podaj na przykład https://example.com/hooks/sanctions.',
    en: 'This is no URL; give one such as https://example.com/hooks/sanctions.',
  },
  password: {
    pl: 'Adres nie może zawierać nazwy użytkownika ani hasła: o nadawcy świadczy podpis.',
    en: 'No name and password in the URL: the signature says who sends.',
  },
  fragment: {
    pl: 'Adres nie może zawierać znaku #: tego, co po nim następuje, nie wysyła się.',
    en: 'No # in the URL: what follows it would never be sent.',
  },
  notHttps: { pl: 'Adres musi zaczynać się od https://.', en: 'The URL must start with https://.' },
  thisMachine: { pl: 'Adres prowadzi do tego komputera.', en: 'The URL leads to this machine.' },
  privateNetwork: {
    pl: 'Adres prowadzi do sieci prywatnej; webhooki wysyłamy tylko do publicznego internetu.',
    en: 'The URL leads to a private network; webhooks are sent only to the open internet.',
  },
} as const satisfies Record<string, Text>

const blockedPort = (port: string): Text => ({
  pl: `Port ${port} należy do innego protokołu lub usługi sieci wewnętrznej; webhooki wysyłamy na port 443 albo na taki jak 8443.`,
  en: `Port ${port} belongs to another protocol or to a service of internal networks; webhooks are sent to 443, or to a port such as 8443.`,
})
