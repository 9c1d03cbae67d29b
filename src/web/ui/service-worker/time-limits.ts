/** Limits the time to wait for the server. Applies only if there is a saved copy. */

/**
 * In milliseconds. Outside the server's network, requests get no response rather than an error. A
 * book's data may be newer on the server, so its limit is longer than that of Quire's page.
 */
export const limits = { page: 6_000, data: 8_000, file: 4_000 }
/** For this long after a timeout, requests for saved books do not wait for the server. */
const silentMs = 15_000
let silentUntil = 0

export const isServerSilent = () => Date.now() < silentUntil

export async function withLimit(answer: Promise<Response>, ms: number): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      silentUntil = Date.now() + silentMs
      reject(new TypeError('The server does not answer'))
    }, ms)
  })
  try {
    const first = await Promise.race([answer, limit])
    silentUntil = 0
    return first
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the same promise, but prevents an unhandled rejection until a caller awaits it. */
export function handledLater<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => undefined)
  return answer
}

/** A proxy sends these statuses if the server does not respond. */
export const isDown = ({ status }: Response) => status >= 502 && status <= 504
