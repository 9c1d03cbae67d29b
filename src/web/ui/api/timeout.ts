import { ApiError } from './client'

/**
 * Rejects after `ms` as if the server were unreachable. Aborts the request if the request uses the
 * signal.
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
