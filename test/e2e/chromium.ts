/** The installed Chromium. */

/** The headless shell needs 20 to 35 percent less CPU time than the full browser. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const fullNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/**
 * Finds the path of Chromium: the one in QUIRE_CHROMIUM or, if `kind` permits, the headless shell.
 * The full browser is needed for notifications, mocked redirects and the back/forward cache.
 */
export function findChromium(kind: 'any' | 'full' = 'any'): string | undefined {
  const names = kind === 'full' ? fullNames : [...shellNames, ...fullNames]
  const paths = names.map((name) => Bun.which(name))
  return process.env['QUIRE_CHROMIUM'] ?? paths.find((path) => path !== null)
}
