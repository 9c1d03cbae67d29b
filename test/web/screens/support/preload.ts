/** Runs before the screen tests: the document first, because modules read it. */
import { plugin } from 'bun'
import { installDocument } from './dom'
import { interfaceModules } from './modules'

installDocument()
await plugin(interfaceModules)

// CommonJS packages can require an ES module only if it is already loaded.
await Promise.all(
  ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'].map(
    (name) => import(name),
  ),
)
