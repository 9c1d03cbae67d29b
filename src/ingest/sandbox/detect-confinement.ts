import { buildOwnCommand } from '../../platform/lib/own-command'
import type { DetectedConfinement } from './confinement/start-protocol'

let detected: Promise<DetectedConfinement> | undefined

/** Checks whether this system can confine programs. The result is cached. */
export const detectConfinement = (): Promise<DetectedConfinement> => (detected ??= probe())

/** Starts a separate process that applies the restrictions of a confined program to itself. */
async function probe(): Promise<DetectedConfinement> {
  if (process.platform !== 'linux') {
    return unavailable('Confinement needs Linux')
  }
  try {
    const child = Bun.spawn({
      cmd: [...buildOwnCommand('confine'), '--probe'],
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()])
    if (output === '') return unavailable(errors.trim().slice(-300))
    return JSON.parse(output) as DetectedConfinement
  } catch (error) {
    return unavailable((error as Error).message)
  }
}

const unavailable = (reason: string): DetectedConfinement => ({
  isAvailable: false,
  landlockVersion: 0,
  hasSeccomp: false,
  reason,
})
