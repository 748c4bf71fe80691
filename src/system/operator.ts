import { hostname, userInfo } from 'node:os'

/** Who runs this command, and on which machine: behind `sudo` the user who called it. */
export function operator(env: NodeJS.ProcessEnv = process.env): { readonly who: string; readonly from: string } {
  return { who: env.SUDO_USER || userName(), from: hostname() }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}` // a container may run as a user that has no name
  }
}
