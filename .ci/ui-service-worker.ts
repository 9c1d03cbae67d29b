/** Builds the service worker of the interface into one script, `service-worker.js`. */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const fileName = 'service-worker.js'

/** The path of the file must not contain a hash, because it is the worker's identity. */
export const serviceWorker = (uiRoot: string): Plugin => ({
  name: 'service-worker',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await buildScript(uiRoot, true) })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${fileName}`, async (_request, response) => {
      const source = await buildScript(uiRoot, false)
      response.setHeader('content-type', 'text/javascript; charset=utf-8').end(source)
    })
  },
})

async function buildScript(uiRoot: string, minify: boolean): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [join(uiRoot, 'service-worker', 'main.ts')],
    target: 'browser',
    // A classic script: not all browsers have service workers that are modules.
    format: 'iife',
    minify,
  })
  return outputs[0].text()
}
