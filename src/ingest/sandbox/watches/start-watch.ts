/** Monitors the start of a program until the program's own code runs. */
import type { StartMessage } from '../confinement/start-protocol'
import { SandboxFailure } from '../model'

interface StartWatchOptions {
  isConfined: boolean
  onFailure(failure: SandboxFailure): void
}

export interface StartedState {
  confinement: { landlockVersion: number } | undefined
}

export function createStartWatch({ isConfined, onFailure }: StartWatchOptions) {
  const { promise: started, resolve } = Promise.withResolvers<StartedState>()
  let confinement: StartedState['confinement']
  let isStarted = false
  const fail = (reason: string) => onFailure(new SandboxFailure('not_started', reason))
  const handle = (message: StartMessage | undefined) => {
    if (message?.type === 'refused') fail(`The program cannot be confined: ${message.reason}`)
    else if (message?.type === 'confined') confinement = message
    else if (message?.type !== 'ready') fail('The program sent something else than its start')
    else if (isConfined && !confinement) fail('The program is not confined')
    else {
      isStarted = true
      resolve({ confinement })
    }
  }
  return {
    started,
    /** Returns false if the program has already started and the line is not part of the start. */
    handleLine(line: Uint8Array): boolean {
      if (isStarted) return false
      handle(parseStartMessage(line))
      return true
    },
  }
}

function parseStartMessage(line: Uint8Array): StartMessage | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(line)) as StartMessage
  } catch {
    return undefined
  }
}
