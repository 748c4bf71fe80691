import type { Services } from './services.ts'

/** What a feature keeps for as long as a service lives, such as a cache; made when it is first needed. */
export function perService<T>(make: (services: Services) => T): (services: Services) => T {
  const made = new WeakMap<Services, T>()
  return (services) => {
    const known = made.get(services)
    if (known !== undefined) return known
    const one = make(services)
    made.set(services, one)
    return one
  }
}
