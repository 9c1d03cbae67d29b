/** Sets the status codes of successful responses, after the work has succeeded. */

interface ResponseState {
  status?: number | string
  headers: Record<string, string | number | string[] | undefined>
}

type Status = Pick<ResponseState, 'status'>

export async function noContent(set: Status, work: unknown): Promise<void> {
  await work
  set.status = 204
}

/** Sets the status to 204 if the value is undefined. */
export async function orNoContent<Value>(set: Status, work: Value): Promise<Awaited<Value>> {
  const value = await work
  if (value === undefined) set.status = 204
  return value
}

export async function created<Value>(set: Status, work: Value): Promise<Awaited<Value>> {
  const value = await work
  set.status = 201
  return value
}

/** Like `created`, but sets `no-store`, because the body can contain a secret. */
export async function createdUncached<Value>(
  set: ResponseState,
  work: Value,
): Promise<Awaited<Value>> {
  const value = await created(set, work)
  set.headers['cache-control'] = 'no-store'
  return value
}

export async function accepted<Value>(set: Status, work: Value): Promise<Awaited<Value>> {
  const value = await work
  set.status = 202
  return value
}
