/** The ID of a process, which identifies it in leases. */
import type { Context } from '../../context'

const ids = new WeakMap<Context['bus'], string>()

/** Returns the ID of the process. In tests, several servers of one process have different IDs. */
export function getProcessId({ bus }: Pick<Context, 'bus'>): string {
  const id = ids.get(bus) ?? Bun.randomUUIDv7()
  ids.set(bus, id)
  return id
}
