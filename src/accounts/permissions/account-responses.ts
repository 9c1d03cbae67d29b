/** Responses of account routes. */

interface ResponseState {
  status?: number | string
  headers: Record<string, string | number | string[] | undefined>
}

/** Responds 201 with `no-store`: the body can contain a secret. */
export async function answerCreated<T>(set: ResponseState, work: Promise<T>): Promise<T> {
  const answer = await work
  Object.assign(set, { status: 201 })
  set.headers['cache-control'] = 'no-store'
  return answer
}

export async function answerNoContent(set: ResponseState, work: Promise<void>) {
  await work
  Object.assign(set, { status: 204 })
}
