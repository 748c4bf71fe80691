// Preloaded into every server: tells the CPU time and the memory of its process to the one who started it. As JavaScript,
// so that no server is charged for what strips types.
import cluster from 'node:cluster'

process.on('message', (message) => {
  if (message !== 'use') return
  const { user, system } = process.cpuUsage()
  process.send?.({
    cpuMicroseconds: user + system,
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1024,
  })
})
// Nobody is left to answer to.
process.on('disconnect', () => process.exit())
// A worker is kept alive by its channel until it listens.
if (cluster.isPrimary) process.channel?.unref()
