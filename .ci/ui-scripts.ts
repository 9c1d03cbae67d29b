/**
 * Which modules of the interface share a script. Browsers open six connections over plain HTTP, so
 * thirty small files would need five round trips. A module goes with its imports into the first
 * group that matches; the bundler divides the others by the parts that need them.
 *
 * Entry points of screens and readers are in no group, because each would become one more file. A
 * group for several screens has no texts of one of them, because all would load those texts.
 */

/** Paths of modules, as patterns, in order of priority. */
const groups = {
  /** What most screens show. */
  everyday: `
    @tanstack/(react-)?query
    @base-ui/(utils/useControlled|react/internals/(composite/composite|useBaseUiId|useTransitionStatus))[.]mjs
    web/shared/(book-number|is-readable|source-names)
    api/is-missing
    components/(card/|controls/(slider|field[.]module)|details/(details[.]module|people)|menus/popup[.]module)
    components/(feedback/scan-progress|library-link|map-group-by|rating/lazy-own-rating|use-(action|change|debounced))
    i18n/(bytes|date-time|fold-text|use-server-messages)
    labels/(book-length|metadata-labels|names)
    state/(browser/(after-paint|page-title)|live/use-scan|preferences|progress/reading-pace)
  `,
  /** Covers and rows of them. */
  covers: `
    components/(covers/(book|series|wanted)-c|lists/(list-requests|lists[.]module)|marking/(mark-series|toast-marked)|read-link)
    labels/(read-status|reading-directions)
  `,
  shelves: `
    components/(condition/tree/condition-shape|home-rows/home-row[.]|shelves/)
    screens/home/home[.]module
  `,
  /** What both readers share. */
  reader: `
    labels/reader-labels
    screens/read/(end-card|frame/(create-reader-context|reader-)|reader-notices|on-demand/|opening-book|return-button|reader[.]module|unreadable-book)
    screens/read/hooks/(fetch-manifest|use-(bookmarks|jump-history|local-position|other-device|page-hidden|reader-settings|saved-progress|size|wake-lock))
    screens/read/pages/(engine/(reader-keys|spreads|turn-page)|page-position)
    screens/read/text/engine/book/documents
    state/(offline/last-position|progress/)
  `,
  /** What the reader of pages shares with its parts on demand. */
  pages: `
    screens/read/pages/(engine/(images/(crop-borders|decode-image|image-width)|wide-pages|zoom)|images/(image-filter|page-images)|pdf/layer/page-(layers|text-query)|webtoon/(chapter-run|slices))
  `,
  /** What is shown of one series or book. */
  details: `
    components/(details/|edit/form/edit-button|lists/(memberships|use-add-items)|marking/use-mark-(before|book)|offline/use-save-items|use-provider-name)
    labels/value-labels
    screens/book/queries
  `,
  /** Tables and figures. */
  records: `
    components/(charts/|controls/(native-select|select-box)|focus/use-list-focus|grid/pager|reading-life/|releases/use-release-changes)
  `,
  /** Long lists, also pages of a comic that scroll. */
  virtual: '@tanstack/(react-)?virtual',
  lists: `
    components/(condition/lazy-condition|edit/fields/choices|grid/virtual-(grid|window)|selection/(use-(list|selectable)|selectable|selection-provider|selection[.-])|lists/lists-navigation)
  `,
  forms: 'components/controls/field',
  entry: 'components/entry/(entry-page|new-account|passkey-button|sign-in|validate)',
  tabs: 'components/controls/tabs[.]tsx',
  dialogs: 'components/(controls/switch|dialogs/dialog)[.]tsx',
  ordered: 'components/ordered-list/|preact/kept-focus|screens/lists/lists[.]module',
  series: `
    components/marking/use-mark-series
    screens/series/(queries|read-target|releases/(missing-numbers|use-release-tracking)|series[.]module|series-panel)
  `,
  // Scripts of their own, because few screens need them and everything near them is large.
  messages: 'i18n/server-messages',
  /** What most sections of the settings share, and their dialogs. */
  sections: `
    screens/settings/(sections[.]ts|settings[.]module|libraries/libraries[.]module)
    screens/settings/shared/(save-file|schedule/schedule-labels|settings-section|use-(continue|section-search|version))
  `,
  folders: 'components/folders/|screens/add-library/add-library[.]module',
  library: `
    components/(grid/virtual-table|covers/cover-cell)
    screens/library/(filters/(filter-bar|facet-picker[.]module)|lists/(columns|cover-size|lists[.]))
  `,
  roles: 'labels/server-labels',
  confirming: `
    screens/settings/(libraries/library-choice|maintenance/trash/trashed-libraries|shared/(changes-sheet|confirm))
    components/edit/form/use-leave-guard
  `,
  pictures:
    'screens/settings/account/picture-field|components/(cover-options/|controls/file-input)',
  rights: 'screens/settings/(account/keys/key-entry|permissions/permission-labels)',
  users:
    'screens/settings/users/(account-kind|edit-user|role-choice)|components/controls/name-list',
  popups: '@floating-ui|@base-ui/(utils|react/(internals|floating-ui-react))',
  select: '@base-ui/react/select|components/controls/(select|native-select)[.]tsx',
  /** What e-books share with their parts on demand, and those with the parts of PDFs. */
  marks: `
    foliate-js/epubcfi
    screens/read/text/(engine/(highlights|layout/themes|locator)|hooks/use-(highlights|text-bookmarks)|selection-bar|text-position|text[.]module)
  `,
  /** What the text layer of PDFs needs. */
  layer: 'screens/read/pages/pdf/layer/(layer-|open-layers|passages|use-near)',
  /** Side panels and dialogs of readers, on demand. */
  panels: `
    screens/read/(segments|profiles/(profile-values|scope-choice)|scope-labels|shortcut-list)
    screens/read/text/(leave-book|panels/(book-search-panel|highlight-list|toc-list))
  `,
}

const toPattern = (paths: string) => new RegExp(paths.trim().split(/\s+/).join('|'))

export const scriptGroups = [
  { name: 'shell', tags: ['$initial' as const], priority: 100 },
  ...Object.entries(groups).map(([name, paths], index) => ({
    name,
    test: toPattern(paths),
    priority: 99 - index,
  })),
  {
    name: 'widgets',
    test: /@(base|floating)-ui/,
    entriesAware: true,
    entriesAwareMergeThreshold: 5_000,
  },
]
