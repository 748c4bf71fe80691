// Preloaded into every server: tells the CPU time and the memory of its process to the one who started it.
export interface Use {
  /** User and system, all threads. */
  readonly cpuMicroseconds: number
  readonly rssBytes: number
  readonly peakRssBytes: number
}

process.on('message', (message) => {
  if (message !== 'use') return
  const { user, system } = process.cpuUsage()
  const use: Use = {
    cpuMicroseconds: user + system,
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
  }
  process.send?.(use)
})
// Nobody is left to answer to.
process.on('disconnect', () => process.exit())
process.channel?.unref()
