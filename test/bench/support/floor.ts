/** The smallest possible server, compiled with the same compiler, as a floor. */
import { join } from 'node:path'

/** Returns the path of the program, which answers "ok" at the port of the variable PORT. */
export async function compileFloor(folder: string): Promise<string> {
  const source = join(folder, 'floor.ts')
  const program = join(folder, 'floor')
  await Bun.write(
    source,
    `Bun.serve({ port: Number(process.env['PORT']), hostname: '127.0.0.1', fetch: () => new Response('ok') })`,
  )
  const built = await Bun.build({ entrypoints: [source], compile: { outfile: program } })
  if (!built.success) throw new AggregateError(built.logs, 'The floor could not be built.')
  return program
}
