/**
 * `bun run dev [options of quire]`: runs Quire with restarts on source changes, and the interface
 * with hot reload in front of it. Open the printed URL.
 */
import { createServer } from 'vite'
import { generateApiTypes } from './api-types'
import { uiConfig } from './ui-config'

await generateApiTypes()

const words = process.argv.slice(2)
const flag = words.indexOf('--port')
const port = (flag >= 0 && words[flag + 1]) || '8080'
const ownPort = Number(process.env['QUIRE_DEV_PORT'] ?? 5173)

const server = Bun.spawn([process.execPath, '--watch', 'src/main.ts', ...words], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
const target = `http://127.0.0.1:${port}`
const vite = await createServer({
  ...uiConfig(),
  server: {
    port: ownPort,
    host: '127.0.0.1',
    strictPort: true,
    proxy: { '^/(api/v1|docs|health|opds)(/|$)': { target } },
  },
})
await vite.listen()
process.stdout.write(`The interface with hot reload: http://127.0.0.1:${ownPort}/\n`)

const stop = () => {
  server.kill()
  void vite.close().then(() => process.exit(0))
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
await server.exited
stop()
