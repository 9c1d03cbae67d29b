/** Main loop of a decoder child process, which handles tasks until its parent is gone. */
import type { Progress, Question, Reply } from './protocol'
import { BadFile } from '../contents/contents'
import { raiseOutOfMemoryScore } from './process-usage'
import { handlers } from './tasks'
import { createMemoryRelease } from '../../platform/lib/async/memory-release'
import { lowerPriority } from '../../workers'

export function runDecoderChild() {
  lowerPriority()
  raiseOutOfMemoryScore()
  process.on('message', (question: Question) => void sendReply(question))
  process.on('disconnect', () => process.exit(0))
  // Terminals and systemd signal the whole process group, but the parent decides when a decoder
  // exits.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => undefined)
}

async function sendReply({ id, task, ask }: Question) {
  const report = (progress: unknown) => process.send!({ id, progress } satisfies Progress)
  const outcome = await handleQuestion(task, ask, report)
  const answer: Reply = { id, memory: process.memoryUsage.rss(), ...outcome }
  process.send!(answer)
  releaseMemory()
}

/** A decoder's garbage is mostly file content: so few objects that the engine lets it pile up. */
const releaseMemory = createMemoryRelease(8)

async function handleQuestion(
  task: Question['task'],
  ask: unknown,
  report: (progress: unknown) => void,
) {
  try {
    return { answer: await handlers[task](ask as never, report) }
  } catch (error) {
    const { code } = error as { code?: unknown }
    const message = error instanceof Error ? error.message : String(error)
    return {
      error: message,
      ...(typeof code === 'string' && { code }),
      ...(error instanceof BadFile && { userMessage: error.userMessage }),
    }
  }
}
