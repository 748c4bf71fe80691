/**
 * The "bad ports" of the Fetch standard (https://fetch.spec.whatwg.org/#port-blocking), which every browser refuses: other
 * protocols are spoken there (SSH, SMTP, IMAP, IRC), and some of them would act on lines of an HTTP request.
 */
export const BAD_PORTS: readonly number[] = [
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
]

/** Ports below 1024 that web servers listen at. No other well-known port (RFC 6335) is theirs. */
const WEB_PORTS: readonly number[] = [80, 443]
const FIRST_USER_PORT = 1_024

/**
 * Ports from 1024 on at which services of a company's own network listen, many of them over HTTP and without a password. A
 * webhook goes to public addresses only, but some of these services are public by mistake. None of them is in the range from
 * which systems give ports to whoever asks for any (32768 and above).
 */
export const INTERNAL_SERVICES: Readonly<Record<string, readonly number[]>> = {
  proxies: [1080, 3128, 8118],
  'remote desktops and shells': [2222, 3389, 5555, 5900, 5901, 5985, 5986],
  debuggers: [5005, 5858, 9229],
  'Java management': [1099, 4848, 8009, 9990],
  'SQL databases': [1433, 1434, 1521, 3050, 3306, 5432, 5433, 6432, 26_257],
  'other databases': [5984, 7474, 7687, 8086, 8087, 8091, 8123, 8529, 9000, 9042, 9160, 27_017, 27_018, 27_019, 28_015],
  caches: [6379, 6380, 11_211, 11_212, 16_379, 26_379],
  'search engines': [5601, 7700, 8983, 9200, 9300],
  'message brokers': [1414, 1883, 4222, 4369, 5671, 5672, 6650, 8161, 8222, 8883, 9092, 9093, 9094, 15_672, 25_672],
  'Docker and Kubernetes': [2375, 2376, 2377, 4243, 5000, 6443, 10_250, 10_255, 10_256, 10_257, 10_259],
  'service discovery and secrets': [
    2181, 2379, 2380, 2888, 3888, 4001, 4646, 4647, 8200, 8201, 8300, 8301, 8500, 8501, 8600,
  ],
  'Hadoop and Spark': [7077, 8020, 8032, 8042, 8088, 9083, 9870, 10_000],
  'file systems': [2020, 3260, 3300, 6789, 24_007],
  'directories and name services': [1900, 3268, 3269, 5353, 5355],
  monitoring: [4317, 4318, 8089, 8125, 9090, 9091, 9100, 9115, 10_051, 14_268, 16_686],
}

const BLOCKED: ReadonlySet<number> = new Set([...BAD_PORTS, ...Object.values(INTERNAL_SERVICES).flat()])

/** Whether the port of this URL is blocked. URL gives the default port of a scheme as an empty string. */
export function isBlockedPort({ port }: Pick<URL, 'port'>): boolean {
  if (port === '') return false
  const number = Number(port)
  return number < FIRST_USER_PORT ? !WEB_PORTS.includes(number) : BLOCKED.has(number)
}

/** The error when the port is blocked. */
export const PORT_REFUSED = 'port_not_allowed'
