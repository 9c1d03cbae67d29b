import { ApiError } from './client'

/**
 * Gives up what takes longer than `ms`: the request, where it is made with the signal, and in any case the
 * wait for it. It fails as if the server did not answer.
 */
export async function withTimeout<Answer>(
  ms: number,
  act: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(new ApiError(0, undefined)), ms)
  try {
    return await Promise.race([act(end.signal), rejection(end.signal)])
  } finally {
    clearTimeout(timer)
  }
}

const rejection = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as ApiError))
  })
