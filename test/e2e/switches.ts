/** Command-line switches of Chromium. */

/**
 * Features that Playwright disables. Chromium obeys only the last `--disable-features`, so the list
 * is repeated here. `test/ci/browser-switches.test.ts` checks that it is current.
 */
export const playwrightFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/**
 * A spare renderer process and pages of the browser window. Chromium would start them for each
 * context, which took half of the CPU time of a visit.
 */
const windowFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
]

export const switches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...playwrightFeatures, ...windowFeatures].join()}`,
  // A host name that browsers do not treat as secure over plain HTTP, unlike localhost.
  '--host-resolver-rules=MAP nas.test 127.0.0.1',
]
