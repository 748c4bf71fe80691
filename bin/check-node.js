// Plain JavaScript for old versions of Node, which would otherwise fail at the first `.ts` file with an error that helps nobody.
import { NEEDED } from './packaged-node.js'

const { node: version } = process.versions

if (Number.parseInt(version, 10) < NEEDED) {
  process.stderr.write(
    `cn-sanctions needs Node ${NEEDED} or newer; this is Node ${version}.\n` +
      'On Linux and Windows Node comes with the packages: run "npm ci", then "npm start" or "npm run -s cli -- --help".\n' +
      `On macOS and other systems install Node ${NEEDED} from https://nodejs.org first.\n`,
  )
  process.exit(1)
}
