/** What a feature keeps for as long as a service lives, such as a cache; made when it is first needed. */
export function perService<Services extends object, Kept>(make: (services: Services) => Kept): typeof make {
  const made = new WeakMap<Services, Kept>()
  return (services) => {
    const known = made.get(services)
    if (known !== undefined) return known
    const one = make(services)
    made.set(services, one)
    return one
  }
}
