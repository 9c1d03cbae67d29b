const longestMs = 3_600_000

/** How long to wait before the next attempt: twice as long each time, and never all at once. */
export function waitBeforeRetry(attempts: number, firstWaitMs: number): number {
  const waitMs = Math.min(firstWaitMs * 2 ** Math.min(attempts - 1, 30), longestMs)
  return waitMs * (0.5 + Math.random())
}

const maxErrorCharacters = 2000

/** What is kept of an error: its words and those of its causes, without the stack. */
export function wordsOf(error: unknown): string {
  const words: string[] = []
  let current = error
  while (current instanceof Error && words.length < 5) {
    words.push(current.message)
    current = current.cause
  }
  if (words.length === 0) words.push(String(error))
  return words.join(': ').replaceAll('\u0000', '').slice(0, maxErrorCharacters)
}
