/** Runs before the screen tests: the document first, because modules read it. */
await import('./dom')
await import('./modules')

// CommonJS packages can require an ES module only if it is already loaded.
await Promise.all(
  ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom', 'react-dom/client'].map(
    (name) => import(name),
  ),
)
