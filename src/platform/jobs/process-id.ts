/** The ID of a process, which its leases name. */
import type { Context } from '../../context'

const ids = new WeakMap<Context['bus'], string>()

/** Returns the ID of the process, or of one of several servers in the process of a test. */
export function getProcessId({ bus }: Pick<Context, 'bus'>): string {
  const id = ids.get(bus) ?? Bun.randomUUIDv7()
  ids.set(bus, id)
  return id
}
