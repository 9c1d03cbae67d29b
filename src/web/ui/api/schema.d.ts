// Written by .ci/openapi.ts from docs/openapi.json.
export interface paths {
  '/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Is the service healthy? */
    get: operations['getHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/health/live': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Does the process answer? */
    get: operations['getHealthLive']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List libraries
     * @description With `trashed=true` those in the trash, for whoever may change libraries.
     */
    get: operations['listLibraries']
    put?: never
    /**
     * Add a library
     * @description Give `path` or `paths`. The folders must exist, and belong to no other library.
     */
    post: operations['addLibrary']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a library
     * @description With its state and its settings.
     */
    get: operations['getLibrary']
    put?: never
    post?: never
    /**
     * Put a library into the trash
     * @description Nothing is lost: it can be restored with all its books and their reading.
     */
    delete: operations['deleteLibrary']
    options?: never
    head?: never
    /**
     * Change a library
     * @description What is left out stays. A new folder in the place of another keeps the books of the old one.
     */
    patch: operations['updateLibrary']
    trace?: never
  }
  '/api/v1/filesystem/browse': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Look for a folder on the machine
     * @description Folders only, at most 1000; with `search` those whose name holds this text, whatever its case and accents.
     */
    get: operations['getFilesystemBrowse']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Restore a library from the trash
     * @description It comes back as it was.
     */
    post: operations['libraryRestore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/side-files/errors': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List files beside books in which something is wrong
     * @description Descriptions (ComicInfo.xml, metadata.opf, series.json) and pictures that cannot be read. Each is looked at again when it changes.
     */
    get: operations['listSideFileProblems']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/name-rules': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List corrections of names
     * @description In the order in which they are applied: a later one has the last word.
     */
    get: operations['listNameRules']
    put?: never
    /**
     * Correct how names are read
     * @description Kept for ever: it counts at every scan, and at once for the books it is about. What a person edited or locked stays. A value that is corrected goes before what the file says.
     */
    post: operations['addNameRule']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/name-rules/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a correction
     * @description One rule.
     */
    get: operations['getNameRule']
    put?: never
    post?: never
    /**
     * Take a correction back
     * @description The books it was about are read as before.
     */
    delete: operations['deleteNameRule']
    options?: never
    head?: never
    /**
     * Change a correction
     * @description Books that it was about and is no more are read as before.
     */
    patch: operations['updateNameRule']
    trace?: never
  }
  '/api/v1/libraries/{id}/scan': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Scan a library
     * @description A normal scan opens only files that are new or changed, a deep one all. It takes the place of one that nobody asked for; 409 when one that somebody asked for runs already.
     */
    post: operations['libraryScan']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/confirm': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Confirm that missing files are gone
     * @description For a library that is not available because too many files are missing: starts a scan that puts their books into the trash.
     */
    post: operations['libraryConfirm']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/scans': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the scans of a library
     * @description The newest first. Kept for 90 days.
     */
    get: operations['listLibraryScans']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/scans/{scanId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a scan
     * @description How far it is, or how it ended.
     */
    get: operations['getLibraryScan']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/scans/{scanId}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel a scan
     * @description It really stops. What it has found so far stays.
     */
    post: operations['libraryScanCancel']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/filesystem/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * See what lies in a folder
     * @description How many books a library of this folder would have, by the names of the files. Nothing is opened or stored. After eight seconds it answers with what it has seen. Refused where it could not be added: 409 where another library than `libraryId` has it already.
     */
    get: operations['getFilesystemPreview']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/scans/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the latest preview of a scan
     * @description What it would add, change, move, miss and find again: counts and examples.
     */
    get: operations['getLibraryScansPreview']
    put?: never
    /**
     * See what a scan would do
     * @description Looks through the library as a scan does, in the background, and changes nothing. 409 while one is on its way.
     */
    post: operations['addLibraryScansPreview']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/scans/{scanId}/changes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List what a scan did
     * @description One entry for each book to which it did something. Kept for 90 days.
     */
    get: operations['listLibraryScanChanges']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/scans/{scanId}/undo': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the undo of a scan
     * @description How far it is, or how it ended.
     */
    get: operations['getLibraryScanUndo']
    put?: never
    /**
     * Undo a scan
     * @description Only the newest that did something. Books that it missed are there again, those that it moved are where they were, those that it added go to the trash and their files are ignored. What people wrote and read is not touched. 409 where it cannot be done.
     */
    post: operations['addLibraryScanUndo']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/ignored': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List ignored files
     * @description Files that scans pass over, because the scan that added them was undone.
     */
    get: operations['listLibraryIgnored']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/ignored/{ignoredId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Stop ignoring a file
     * @description Its book comes back from the trash, or with the next scan.
     */
    delete: operations['deleteLibraryIgnored']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/analyze': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Read the file of a book again
     * @description The files count as never opened, and a scan opens them. What people wrote and read is not touched.
     */
    post: operations['bookAnalyze']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/analyze': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Read the files of a series again
     * @description The files count as never opened, and a scan opens them. What people wrote and read is not touched.
     */
    post: operations['seriesAnalyze']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/analyze': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Read all files of a library again
     * @description The files count as never opened, and a scan opens them. What people wrote and read is not touched.
     */
    post: operations['libraryAnalyze']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/retry-all-errors': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Read the files again in which something is wrong
     * @description Of one library or one kind, where that is named. The files count as never opened, and a scan opens them. What people wrote and read is not touched.
     */
    post: operations['booksRetryAllErrors']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/strategies/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * See what other strategies would change
     * @description Nothing is stored. What is left out stays as it is. Send the same to PATCH of the library to have it so.
     */
    post: operations['libraryStrategiesPreview']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/name-rules/preview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * See what a correction would change
     * @description Nothing is stored. One answer for each library in which it would count.
     */
    post: operations['nameRulesPreview']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/parse': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Explain how the names of a book were read
     * @description Which rule gave which value, for the book and for its series.
     */
    get: operations['getBookParse']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List series
     * @description Sort keys: `name`: title, or the title for sorting; `date_added`: when the series was found first; `date_updated`: when the series or what is said of it last changed; `release_date`: year of release; `date_read`: when you last read in it; `book_count`: number of books; `unread_count`: number of books you have not read; `rating`: average of the external ratings; `community_rating`: the same as rating, until people can rate here; `external_rating`: average of the external ratings; `relevance`: best match first (desc); only together with search; `random`: shuffled anew each day, the same on all pages. Default: `name,asc`, with a search `relevance,desc`.
     */
    get: operations['listSeries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/full': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List series in full
     * @description As /series. Sort keys: `name`: title, or the title for sorting; `date_added`: when the series was found first; `date_updated`: when the series or what is said of it last changed; `release_date`: year of release; `date_read`: when you last read in it; `book_count`: number of books; `unread_count`: number of books you have not read; `rating`: average of the external ratings; `community_rating`: the same as rating, until people can rate here; `external_rating`: average of the external ratings; `relevance`: best match first (desc); only together with search; `random`: shuffled anew each day, the same on all pages. Default: `name,asc`, with a search `relevance,desc`.
     */
    get: operations['listSeriesFull']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Search series
     * @description The hundred best matches: every word must begin a word of the series.
     */
    post: operations['seriesSearch']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * List the series that meet a condition
     * @description Groups `allOf`, `anyOf` and `not` around fields. Texts are compared without regard to the case of a to z. Sort keys as for GET /series.
     */
    post: operations['seriesList']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/list/alphabetical-groups': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Count the series that meet a condition by first letter
     * @description In the order by name. `offset` says where in that order each group begins, for jumps.
     */
    post: operations['seriesListAlphabeticalGroups']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/list/facets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Count the values of the series that meet a condition
     * @description The hundred most frequent values of each facet. A facet is counted under all parts of the condition but those that speak of it alone.
     */
    post: operations['seriesListFacets']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/metadata': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change the metadata of many series
     * @description Fields left out stay, null clears. What changed to a value is locked. At most 500. What can be done is done; `problems` names the others.
     */
    patch: operations['updateSeriesBulkMetadata']
    trace?: never
  }
  '/api/v1/series/bulk/metadata/locks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Set the locks of many series
     * @description Others stay. At most 500. What can be done is done; `problems` names the others.
     */
    put: operations['setSeriesBulkMetadataLocks']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/track-for-releases': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Follow the releases of many series
     * @description At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['seriesBulkTrackForReleases']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/untrack-for-releases': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * No longer follow the releases of many series
     * @description At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['seriesBulkUntrackForReleases']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/in-progress': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Series you are reading
     * @description Begun and not finished.
     */
    get: operations['listSeriesInProgress']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/recently-added': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Series added last
     * @description The newest first.
     */
    get: operations['listSeriesRecentlyAdded']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/recently-updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Series updated last
     * @description The newest first.
     */
    get: operations['listSeriesRecentlyUpdated']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/series': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the series of a library
     * @description Sort keys: `name`: title, or the title for sorting; `date_added`: when the series was found first; `date_updated`: when the series or what is said of it last changed; `release_date`: year of release; `date_read`: when you last read in it; `book_count`: number of books; `unread_count`: number of books you have not read; `rating`: average of the external ratings; `community_rating`: the same as rating, until people can rate here; `external_rating`: average of the external ratings; `relevance`: best match first (desc); only together with search; `random`: shuffled anew each day, the same on all pages. Default: `name,asc`, with a search `relevance,desc`.
     */
    get: operations['listLibrarySeries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/series/in-progress': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Series of a library you are reading
     * @description Not finished.
     */
    get: operations['listLibrarySeriesInProgress']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/series/recently-added': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Series added last to a library
     * @description The newest first.
     */
    get: operations['listLibrarySeriesRecentlyAdded']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/series/recently-updated': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Series of a library updated last
     * @description The newest first.
     */
    get: operations['listLibrarySeriesRecentlyUpdated']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a series
     * @description The full series response.
     */
    get: operations['getSeries']
    put?: never
    post?: never
    /**
     * Put a series into the trash
     * @description With all its books. Nothing is lost: it can be restored, with all that was said of it and read in it.
     */
    delete: operations['deleteSeries']
    options?: never
    head?: never
    /**
     * Rename a series
     * @description A new title is locked.
     */
    patch: operations['updateSeries']
    trace?: never
  }
  '/api/v1/series/{id}/full': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a series in full
     * @description The same as without `/full`.
     */
    get: operations['getSeriesFull']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/tracking': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get release tracking
     * @description Whether and how it is followed.
     */
    get: operations['getSeriesTracking']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change release tracking
     * @description Members left out stay; null clears a value, and leaves a switch as it is.
     */
    patch: operations['updateSeriesTracking']
    trace?: never
  }
  '/api/v1/series/{id}/missing': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Volumes and chapters that are missing between those of a series
     * @description From the first volume on, and from the lowest chapter that is in no volume. Years and dates that stand for numbers are not counted.
     */
    get: operations['getMissingNumbers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/numbers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * All volumes and chapters of a series, and how each stands for this user
     * @description Read, begun, at hand, missing in between, or ahead: beyond what is here, up to the known total.
     */
    get: operations['getSeriesNumbers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/metadata': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Metadata of a series
     * @description With an ETag for edits.
     */
    get: operations['getSeriesMetadata']
    /**
     * Replace the metadata of a series
     * @description Fields left out or null are cleared, but for the title: a series always has one. What changed to a value is locked against scans and plugins. Honours If-Match.
     */
    put: operations['setSeriesMetadata']
    post?: never
    /**
     * Reset the metadata of a series
     * @description Takes back what people wrote, of fields, genres, tags, titles and links: what the files say counts again, unlocked.
     */
    delete: operations['deleteSeriesMetadata']
    options?: never
    head?: never
    /**
     * Change the metadata of a series
     * @description Fields left out stay, null clears. What changed to a value is locked.
     */
    patch: operations['updateSeriesMetadata']
    trace?: never
  }
  '/api/v1/series/{id}/metadata/locks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Locks of a series
     * @description true: no scan and no plugin writes it.
     */
    get: operations['getSeriesMetadataLocks']
    /**
     * Set the locks of a series
     * @description Those left out stay.
     */
    put: operations['setSeriesMetadataLocks']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/metadata/sources': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Where the metadata of a series comes from
     * @description Of every field its value, whose word it is, whether it is locked, and what files and path say besides.
     */
    get: operations['getSeriesMetadataSources']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/genres': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List genres
     * @description By name, with the series you see.
     */
    get: operations['listGenres']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/genres/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a genre
     * @description Takes it from every series that you see.
     */
    delete: operations['deleteGenre']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tags': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List tags
     * @description By name, with the series you see.
     */
    get: operations['listTags']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tags/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete a tag
     * @description Takes it from every series that you see.
     */
    delete: operations['deleteTag']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/genres/cleanup': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delete unused genres
     * @description Those that no series carries. With `dryRun=true` nothing is deleted, and the answer says what would be. Somebody who sees only some libraries sees none of them, and deletes none.
     */
    post: operations['genresCleanup']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tags/cleanup': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delete unused tags
     * @description Those that no series carries. With `dryRun=true` nothing is deleted, and the answer says what would be. Somebody who sees only some libraries sees none of them, and deletes none.
     */
    post: operations['tagsCleanup']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/genres': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Genres of a series
     * @description By name.
     */
    get: operations['listSeriesGenres']
    /**
     * Set the genres of a series
     * @description Exactly these; locks them.
     */
    put: operations['setSeriesGenres']
    /**
     * Add a genre to a series
     * @description Makes it if it is new.
     */
    post: operations['addSeriesGenre']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/genres/{labelId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Take a genre from a series
     * @description The label itself stays.
     */
    delete: operations['deleteSeriesGenre']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/tags': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Tags of a series
     * @description By name.
     */
    get: operations['listSeriesTags']
    /**
     * Set the tags of a series
     * @description Exactly these; locks them.
     */
    put: operations['setSeriesTags']
    /**
     * Add a tag to a series
     * @description Makes it if it is new.
     */
    post: operations['addSeriesTag']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/tags/{labelId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Take a tag from a series
     * @description The label itself stays.
     */
    delete: operations['deleteSeriesTag']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/genres': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add and remove genres of many series
     * @description The others that they carry stay. At most 500 series; changes are locked.
     */
    post: operations['seriesBulkGenres']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/tags': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add and remove tags of many series
     * @description The others that they carry stay. At most 500 series; changes are locked.
     */
    post: operations['seriesBulkTags']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/alternate-titles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Alternate titles
     * @description In other languages and scripts.
     */
    get: operations['listSeriesAlternateTitles']
    put?: never
    /**
     * Add an alternate title
     * @description Locks the alternate titles.
     */
    post: operations['addSeriesAlternateTitle']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/alternate-titles/{titleId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete an alternate title
     * @description It does not come back.
     */
    delete: operations['deleteSeriesAlternateTitle']
    options?: never
    head?: never
    /**
     * Change an alternate title
     * @description Null changes nothing.
     */
    patch: operations['updateSeriesAlternateTitle']
    trace?: never
  }
  '/api/v1/series/{id}/external-ids': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * External ids
     * @description One for each source.
     */
    get: operations['listSeriesExternalIds']
    put?: never
    /**
     * Set an external id
     * @description 201 when the source is new.
     */
    post: operations['addSeriesExternalId']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/external-ids/{externalIdId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete an external id
     * @description By its own id.
     */
    delete: operations['deleteSeriesExternalId']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/external-links': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * External links
     * @description One for each site.
     */
    get: operations['listSeriesExternalLinks']
    put?: never
    /**
     * Set an external link
     * @description 201 when the site is new.
     */
    post: operations['addSeriesExternalLink']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/external-links/{linkId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete an external link
     * @description By its own id.
     */
    delete: operations['deleteSeriesExternalLink']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/external-ratings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * External ratings
     * @description From 0 to 100, one for each source.
     */
    get: operations['listSeriesExternalRatings']
    put?: never
    /**
     * Set an external rating
     * @description 201 when the source is new.
     */
    post: operations['addSeriesExternalRating']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/external-ratings/{source}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Delete an external rating
     * @description By the name of its source.
     */
    delete: operations['deleteSeriesExternalRating']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/metadata/edit': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Edit a series as a whole
     * @description Fields, labels, titles, links, ids, resets and locks in one step: all of it or nothing. What is left out stays; a list is the whole list. Resets come first, locks last. Honours If-Match with the ETag of the metadata.
     */
    post: operations['editWholeSeries']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/metadata/reset': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Reset fields of a series to its files
     * @description Those that are named go back to the file and are unlocked, whoever spoke; without names all that people wrote.
     */
    post: operations['seriesMetadataReset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/metadata/reset': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Reset the metadata of many series
     * @description Takes back what people wrote: what the files say counts again. At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['seriesBulkMetadataReset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List books
     * @description Ordered by series unless `sort` says otherwise. `full` changes nothing.
     */
    get: operations['listBooks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/errors': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List books whose files have something wrong
     * @description `code` keeps those with such a finding; `findings` says all of them in words.
     */
    get: operations['listBooksErrors']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/list': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * List the books that meet a condition
     * @description Groups `allOf`, `anyOf` and `not` around fields. Texts are compared without regard to the case of a to z.
     */
    post: operations['booksList']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/list/alphabetical-groups': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Count the books that meet a condition by first letter
     * @description Of their series, or sorted by `title` of their titles. `offset` says where in that order each group begins, for jumps.
     */
    post: operations['booksListAlphabeticalGroups']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/list/facets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Count the values of the books that meet a condition
     * @description The hundred most frequent values of each facet. A facet is counted under all parts of the condition but those that speak of it alone.
     */
    post: operations['booksListFacets']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/books': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books of a series
     * @description In natural order unless `sort` says otherwise.
     */
    get: operations['listSeriesBooks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/books': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books of a library
     * @description Ordered by series unless `sort` says otherwise.
     */
    get: operations['listLibraryBooks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a book
     * @description The book as in lists, and its metadata with people listed by role.
     */
    get: operations['getBook']
    put?: never
    post?: never
    /**
     * Put a book into the trash
     * @description Nothing is lost: it can be restored, with all that was said of it and read in it. Its file stays, and no scan brings the book back.
     */
    delete: operations['deleteBook']
    options?: never
    head?: never
    /**
     * Change title or number of a book
     * @description Locks what it sets. A title of null is again the one that the file has.
     */
    patch: operations['updateBook']
    trace?: never
  }
  '/api/v1/books/{id}/full': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a book with everything about it
     * @description Metadata with locks, and the reading of whoever asks.
     */
    get: operations['getBookFull']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/adjacent': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the books before and after
     * @description Within the series, in natural order; null at its ends.
     */
    get: operations['getBookAdjacent']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/file': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Download the file of a book
     * @description Single ranges, `If-Range` and `If-None-Match` are honoured. A folder of pictures is sent as a ZIP that is made meanwhile.
     */
    get: operations['getBookFile']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/metadata': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the metadata of a book
     * @description Every field is present. Send the ETag back as `If-Match` with an edit.
     */
    get: operations['getBookMetadata']
    /**
     * Replace the metadata of a book
     * @description Every field gets the value of the request; a field that is null or left out is cleared. Fields that get a new value are locked against automatic changes.
     */
    put: operations['setBookMetadata']
    post?: never
    /**
     * Reset the metadata of a book to its file
     * @description Drops what people said of it, and all locks but that of the cover.
     */
    delete: operations['deleteBookMetadata']
    options?: never
    head?: never
    /**
     * Change some metadata of a book
     * @description Fields that are left out stay as they are; null clears.
     */
    patch: operations['updateBookMetadata']
    trace?: never
  }
  '/api/v1/books/{id}/metadata/locks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the locks of a book
     * @description true: no scan, file or provider changes the field.
     */
    get: operations['getBookMetadataLocks']
    /**
     * Set locks of a book
     * @description Locks that are left out or null stay as they are.
     */
    put: operations['setBookMetadataLocks']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/bulk/metadata': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change the metadata of many books
     * @description Fields left out stay, null clears. What changed to a value is locked. At most 500. What can be done is done; `problems` names the others.
     */
    patch: operations['updateBooksBulkMetadata']
    trace?: never
  }
  '/api/v1/books/bulk/metadata/locks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Set the locks of many books
     * @description Others stay. At most 500. What can be done is done; `problems` names the others.
     */
    put: operations['setBooksBulkMetadataLocks']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/bulk/metadata/reset': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Reset the metadata of many books
     * @description What the files say counts again, unlocked. At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['booksBulkMetadataReset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/metadata/sources': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Where the metadata of a book comes from
     * @description Of every field its value, whose word it is, whether it is locked, and what files and path say besides; of all else that files say what it is.
     */
    get: operations['getBookMetadataSources']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/metadata/reset': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Reset fields of a book to its file
     * @description Those that are named, else all: what people and plugins said of them is dropped, and their locks are opened.
     */
    post: operations['bookMetadataReset']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/metadata/edit': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Edit a book as a whole
     * @description Title, number, fields, resets and locks in one step: all of it or nothing. Resets come first, locks last. Honours If-Match with the ETag of the metadata.
     */
    post: operations['editWholeBook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/pages': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the pages of a book
     * @description Ids are made from book and page number, so they stay the same.
     */
    get: operations['listBookPages']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/pages/{number}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a page
     * @description Numbered from 1. As it lies in the file, unless a size, form or quality is asked for; sizes are rounded up to the next of a few, and pages are never enlarged. A resized page is JPEG unless `format` says otherwise. Strong ETag; reading a page is not counted.
     */
    get: operations['getBookPage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/pages/{number}/thumbnail': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a small picture of a page
     * @description WebP, at most 320 pixels wide and 640 high.
     */
    get: operations['getBookPageThumbnail']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/download': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Download a series
     * @description The files of its books in one ZIP, in order, under their names. Made while it is sent, so it can be neither resumed nor asked for in parts.
     */
    get: operations['getSeriesDownload']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/manifest': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the manifest of an EPUB
     * @description A Readium Web Publication Manifest: reading order, resources, table of contents, list of printed pages. Its links are relative to its own address.
     */
    get: operations['getBookManifest']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/positions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the positions of an EPUB
     * @description A Readium position list: one for each 1024 bytes, or each laid-out page.
     */
    get: operations['getBookPositions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/maintenance/cleanup-thumbnails': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Remove orphaned thumbnails
     * @description Those whose book or cover is gone. With `dryRun=true` they are only counted.
     */
    post: operations['maintenanceCleanupThumbnails']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/thumbnail': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the thumbnail of a book
     * @description While it is not made yet, a placeholder that must not be kept. Of a `width` that is not made yet the larger picture comes.
     */
    get: operations['getBookThumbnail']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/books/thumbnails/generate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Make all thumbnails of a library anew */
    post: operations['libraryBooksThumbnailsGenerate']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/cover/source': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /** Select which cover a series shows */
    patch: operations['updateSeriesCoverSource']
    trace?: never
  }
  '/api/v1/series/{id}/covers/{coverId}/select': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /** Select one cover of a series */
    put: operations['selectSeriesCover']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/covers/selected': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Show the first book again */
    delete: operations['resetSeriesCover']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/cover/page': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Show a page of a book as the cover of its series
     * @description A copy of the page is kept as a custom cover, selected and locked.
     */
    post: operations['usePageAsSeriesCover']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/thumbnail': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get the thumbnail of a series */
    get: operations['getSeriesThumbnail']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/covers/{coverId}/image': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a cover as it was uploaded */
    get: operations['getSeriesCoverImage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/covers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the covers of a series
     * @description Those that people and plugins gave, and the pictures that lie in its folder.
     */
    get: operations['listSeriesCovers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/cover': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Upload a cover
     * @description JPEG, PNG, WebP, GIF or AVIF. It is selected and locked against plugins.
     */
    post: operations['uploadSeriesCover']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/covers/{coverId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete a cover */
    delete: operations['deleteSeriesCover']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/cover': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Upload a cover of a book
     * @description JPEG, PNG, WebP, GIF or AVIF. It is selected and locked.
     */
    post: operations['uploadBookCover']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/cover/page': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Show a page of a book as its cover
     * @description A copy of the page is kept and selected: it stays when the file changes.
     */
    post: operations['usePageAsBookCover']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/covers/{coverId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** Delete a cover of a book */
    delete: operations['deleteBookCover']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/covers/{coverId}/select': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /** Select one cover of a book */
    put: operations['selectBookCover']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/covers/selected': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Show what the file of a book offers as its cover again
     * @description Pictures that people gave are kept.
     */
    delete: operations['resetBookCover']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/covers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the covers of a book
     * @description Those that people gave; none is selected where the file’s own is shown.
     */
    get: operations['listBookCovers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/covers/{coverId}/image': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Get a cover of a book as it was given */
    get: operations['getBookCoverImage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Search everything that has a name
     * @description The few best of each kind. `matched` says by what a series was found, such as an alternate title.
     */
    get: operations['getSearch']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/people': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List people
     * @description Who worked on what you see. Sort keys: `name`, `series_count`.
     */
    get: operations['listPeople']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/people/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a person
     * @description By id or by name.
     */
    get: operations['getPeople']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/people/{id}/series': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the series of a person
     * @description Sorted as all series.
     */
    get: operations['listPeopleSeries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/people/{id}/books': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books of a person
     * @description Those that name them, and all books of a series that does.
     */
    get: operations['listPeopleBooks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/progress': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get where you stand in a book
     * @description 204 when the book was not begun, or was marked unread since.
     */
    get: operations['getBookProgress']
    /**
     * Set where you stand in a book
     * @description The last page or 98 % finishes the book, unless `completed` is false. An older `happenedAt` than that of the present position is only logged.
     */
    put: operations['setBookProgress']
    post?: never
    /**
     * Forget where you stand in a book
     * @description The times you finished it stay; the next reading is counted anew.
     */
    delete: operations['deleteBookProgress']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/progress': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List where you stand in books
     * @description Books that you have begun, the latest first.
     */
    get: operations['listProgress']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/read': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark a book as read
     * @description Changes nothing when it is read already.
     */
    post: operations['bookRead']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/unread': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark a book as unread
     * @description The times you finished it stay; the next reading is counted anew.
     */
    post: operations['bookUnread']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/read': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark a series as read
     * @description All of its books, at once.
     */
    post: operations['seriesRead']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/unread': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark a series as unread
     * @description All of its books, at once.
     */
    post: operations['seriesUnread']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/progression': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get the Readium progression of a book
     * @description 204 when the position that stands was not told as a locator.
     */
    get: operations['getBookProgression']
    /**
     * Set the Readium progression of a book
     * @description A locator of at most 8 KiB. An older one than the present is only logged.
     */
    put: operations['setBookProgression']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/read-history': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the times you finished a book
     * @description Newest first.
     */
    get: operations['getBookReadHistory']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/read-history': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the times you finished a series
     * @description Newest first. A new book lowers `readCount`; the entries stay.
     */
    get: operations['getSeriesReadHistory']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/bulk/read': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark many books as read
     * @description At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['booksBulkRead']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/read': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark many series as read
     * @description All books of each. At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['seriesBulkRead']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/bulk/unread': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark many books as unread
     * @description At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['booksBulkUnread']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/bulk/unread': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Mark many series as unread
     * @description All books of each. At most 500. What can be done is done; `problems` names the others.
     */
    post: operations['seriesBulkUnread']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/in-progress': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books to continue
     * @description Of all libraries you can see, or of one.
     */
    get: operations['listBooksInProgress']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/books/in-progress': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books to continue in one library
     * @description The latest first.
     */
    get: operations['listLibraryBooksInProgress']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/on-deck': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books that come next in begun series
     * @description Of all libraries you can see, or of one.
     */
    get: operations['listBooksOnDeck']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/books/on-deck': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books that come next in begun series in one library
     * @description The latest first.
     */
    get: operations['listLibraryBooksOnDeck']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/recently-read': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books opened last
     * @description Of all libraries you can see, or of one.
     */
    get: operations['listBooksRecentlyRead']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/books/recently-read': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books opened last in one library
     * @description The latest first.
     */
    get: operations['listLibraryBooksRecentlyRead']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/recently-added': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books added last
     * @description Of all libraries you can see, or of one.
     */
    get: operations['listBooksRecentlyAdded']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/books/recently-added': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List the books added last in one library
     * @description The latest first.
     */
    get: operations['listLibraryBooksRecentlyAdded']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/want-to-read': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List what you want to read
     * @description In your own order.
     */
    get: operations['listWantToRead']
    /**
     * Put what you want to read in order
     * @description Takes the ids of all entries.
     */
    put: operations['setWantToRead']
    /**
     * Add a series or a book to what you want to read
     * @description 200 when it is in the queue already. A queue takes at most 10000 entries.
     */
    post: operations['addWantToRead']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/want-to-read/bulk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Add many to what you want to read
     * @description All or none.
     */
    post: operations['wantToReadBulk']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/want-to-read/{id}/place': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Put one entry at another place
     * @description The others keep their order. `id` is that of the entry.
     */
    put: operations['setWantToReadPlace']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/want-to-read/series/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Take a series off the queue
     * @description Done when it is not there.
     */
    delete: operations['deleteWantToReadSeries']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/want-to-read/books/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Take a book off the queue
     * @description Done when it is not there.
     */
    delete: operations['deleteWantToReadBook']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/preferences': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get your settings
     * @description Those that you set for everything, or for one library, series or book.
     */
    get: operations['getPreferences']
    /**
     * Replace your settings
     * @description Settings left out are taken back.
     */
    put: operations['setPreferences']
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change some of your settings
     * @description Settings left out stay; null takes one back.
     */
    patch: operations['updatePreferences']
    trace?: never
  }
  '/api/v1/books/{id}/reader-settings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get how you read a book
     * @description Each setting with its source: the book, its series, its library, the metadata of either, you, or the default.
     */
    get: operations['getBookReaderSettings']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/user/preferences': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List your settings
     * @description Those for everything.
     */
    get: operations['listUserPreferences']
    /**
     * Change many settings
     * @description Those left out stay.
     */
    put: operations['setUserPreferences']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/user/preferences/{key}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a setting
     * @description 404 where you have not set it.
     */
    get: operations['getUserPreference']
    /**
     * Set a setting
     * @description For everything you read.
     */
    put: operations['setUserPreference']
    post?: never
    /**
     * Take a setting back
     * @description What is usual holds again.
     */
    delete: operations['deleteUserPreference']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/bookmarks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List your bookmarks
     * @description Of all books, the newest first; `search` looks into the notes.
     */
    get: operations['listBookmarks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/bookmarks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List your bookmarks in a book
     * @description As they follow one another in the book.
     */
    get: operations['listBookBookmarks']
    put?: never
    /**
     * Mark a page or a place in the text
     * @description 200 when the page has a bookmark already; a note that is given replaces its.
     */
    post: operations['addBookBookmark']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/bookmarks/{bookmarkId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Remove a bookmark
     * @description Its note goes with it.
     */
    delete: operations['deleteBookBookmark']
    options?: never
    head?: never
    /**
     * Change the note of a bookmark
     * @description null takes it away.
     */
    patch: operations['updateBookBookmark']
    trace?: never
  }
  '/api/v1/duplicates': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List books that are there more than once
     * @description Groups of equal books; those that take the most room first. With `dismissed=true` the groups that a person wants to keep. Nothing here deletes a file.
     */
    get: operations['listDuplicates']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/duplicates/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Dismiss a group of duplicates
     * @description It is not listed any more, also when more copies come. The books and their files stay.
     */
    delete: operations['deleteDuplicate']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/duplicates/{id}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Take the dismissal of a group back
     * @description It is listed again. 409 when it was not dismissed.
     */
    post: operations['duplicateRestore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/trash/books': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List books in the trash
     * @description The newest first. `missing`: their files are gone; `removed`: by a person.
     */
    get: operations['listTrashBooks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/trash/series': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List series in the trash
     * @description Those of which all books are there. The newest first.
     */
    get: operations['listTrashSeries']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Restore a book from the trash
     * @description 409 when its file is missing: then it comes back with the file.
     */
    post: operations['bookRestore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/restore': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Restore a series from the trash
     * @description All its books whose files are there. 409 when there is none.
     */
    post: operations['seriesRestore']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/purge': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delete a book in the trash for good
     * @description The name must be typed. A copy of the database is made first (SQLite). What was read is kept, and comes back when a book of the same content is found again. Files are never deleted.
     */
    post: operations['bookPurge']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/series/{id}/purge': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delete for good what is in the trash of a series
     * @description Its books in the trash, and the series itself when it is there. The name must be typed. A copy of the database is made first (SQLite). What was read is kept, and comes back when a book of the same content is found again. Files are never deleted.
     */
    post: operations['seriesPurge']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/libraries/{id}/purge': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Delete for good what is in the trash of a library
     * @description Where the library itself is in the trash, all of it. The name must be typed. A copy of the database is made first (SQLite). What was read is kept, and comes back when a book of the same content is found again. Files are never deleted.
     */
    post: operations['libraryPurge']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/purges': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List what was deleted for good
     * @description The newest first. Kept for 90 days.
     */
    get: operations['listPurges']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/purges/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a purge
     * @description How far it is, or how it ended.
     */
    get: operations['getPurge']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/login': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Sign in
     * @description With user name or e-mail address. Apps use the tokens, browsers the cookie that comes with the answer. Too many wrong attempts are answered with 429.
     */
    post: operations['authLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/refresh': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Exchange a refresh token for new tokens
     * @description The old one is honoured for 30 seconds more; using it after that ends the session.
     */
    post: operations['authRefresh']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Sign out
     * @description Ends the session that the request proves, or the one of the refresh token, with all its tokens and its cookie.
     */
    post: operations['authLogout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Who am I, and what may I do?
     * @description Renews the cookie.
     */
    get: operations['getAuthMe']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/password': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /**
     * Change my password
     * @description Needs a session and the current password. Ends all my other sessions.
     */
    put: operations['setAuthPassword']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List my sessions
     * @description The last used first; 100 at most.
     */
    get: operations['listAuthSessions']
    put?: never
    post?: never
    /**
     * Sign me out everywhere
     * @description Ends all my other sessions, with `here=true` this one, too. Needs a session.
     */
    delete: operations['deleteAuthSessions']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/auth/sessions/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * End one of my sessions
     * @description Needs a session, not a key.
     */
    delete: operations['deleteAuthSession']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/user': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get my account
     * @description The same as any user is shown.
     */
    get: operations['getOwnUser']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    /**
     * Change my name or e-mail address
     * @description Needs a session and the current password.
     */
    patch: operations['updateOwnUser']
    trace?: never
  }
  '/api/v1/users': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List users
     * @description Search looks into names and e-mail addresses.
     */
    get: operations['listUsers']
    put?: never
    /**
     * Add a user
     * @description With at most the rights of the one who adds; a reader if nothing is said.
     */
    post: operations['addUser']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/users/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a user
     * @description As the list shows it.
     */
    get: operations['getUser']
    put?: never
    post?: never
    /**
     * Delete a user
     * @description What the user read is deleted as well.
     */
    delete: operations['deleteUser']
    options?: never
    head?: never
    /**
     * Edit a user
     * @description Takes effect at once. A new password and deactivation end all sessions. The last active administrator stays one.
     */
    patch: operations['updateUser']
    trace?: never
  }
  '/api/v1/roles': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What each role may do
     * @description Before the permissions that a user has besides.
     */
    get: operations['listRoles']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/users/{id}/libraries': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Which libraries are open to a user?
     * @description Null: all of them, those of the future, too. Names only those that you see yourself.
     */
    get: operations['getUserLibraries']
    /**
     * Open some libraries to a user, or all
     * @description What lies in the others is not there for this user. Takes effect at once. Administrators see all. What is closed to you yourself stays as it is.
     */
    put: operations['setUserLibraries']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/users/{id}/sessions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /**
     * Sign a user out everywhere
     * @description The account stays as it is, and so do its API keys.
     */
    delete: operations['deleteUserSessions']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/api-keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List my API keys
     * @description Without the keys themselves.
     */
    get: operations['listApiKeys']
    put?: never
    /**
     * Make an API key
     * @description The key is shown only this once. Without permissions it gets all of its owner.
     */
    post: operations['addApiKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/api-keys/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get one of my API keys
     * @description Without the key itself.
     */
    get: operations['getApiKey']
    put?: never
    post?: never
    /**
     * Delete an API key
     * @description It stops working at once.
     */
    delete: operations['deleteApiKey']
    options?: never
    head?: never
    /**
     * Edit an API key
     * @description Not possible with a key.
     */
    patch: operations['updateApiKey']
    trace?: never
  }
  '/api/v1/setup/status': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Is there a user yet?
     * @description Without one, the set-up link in the log makes the first.
     */
    get: operations['getSetupStatus']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/setup/initialize': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Make the first administrator
     * @description With the token of the set-up link, which works once.
     */
    post: operations['setupInitialize']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/events/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Listen to what happens
     * @description Server-sent events: each message is JSON with a type, a timestamp and ids. The header Last-Event-ID, or lastEventId for those who cannot set it, continues after that message; a message of the type resync says that this is not possible and all must be loaded again.
     */
    get: operations['getEventsStream']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/metrics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * How the service fares
     * @description One path, two representations: JSON, or the text that Prometheus scrapes. Counters are those of the process that answers; what is in the database is counted anew every ten seconds at most.
     */
    get: operations['getMetrics']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/info': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * What this server is
     * @description Name and version; database, data folder and uptime for administrators.
     */
    get: operations['getInfo']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/logs': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Read the latest log lines
     * @description Of the process that answers, without secrets. `after` and `before` go on from an id.
     */
    get: operations['getLogs']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/logs/stream': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Listen to the log
     * @description Server-sent events: each message is one line as JSON.
     */
    get: operations['getLogsStream']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tasks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * List background tasks
     * @description Newest first. Tasks that ended are kept for seven days.
     */
    get: operations['listTasks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tasks/stats': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Count background tasks
     * @description By status, over all and for each kind of task.
     */
    get: operations['getTasksStats']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tasks/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a background task
     * @description Paths of the server are left out of its parameters.
     */
    get: operations['getTask']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tasks/{id}/cancel': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Cancel a background task
     * @description One that waits is dropped; one that runs is told to stop. 409 when it has ended.
     */
    post: operations['taskCancel']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/tasks/{id}/retry': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * Try a background task again
     * @description For one that failed or was cancelled; 409 for any other.
     */
    post: operations['taskRetry']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/v1/books/{id}/resources/{path}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /**
     * Get a file from inside an EPUB
     * @description By its path in the archive. Sent with a content security policy of its own: nothing in it runs, and it sees only files of the same book. `?as=html` sends XHTML that is no well-formed XML as HTML, and a drawing within a page.
     */
    get: operations['getBookResource']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    /** Error */
    Error: {
      /** @description A stable word, such as not_found */
      error: string
      /** @description A sentence for people */
      message: string
      details?: {
        path: string
        message: string
      }[]
      requestId: string
    }
    /** ScanningConfig */
    ScanningConfig: {
      enabled: boolean
      cronSchedule: string | null
      cronTimezone: string | null
      /** @enum {string} */
      scanMode: 'normal' | 'deep'
      scanOnStart: boolean
      /** @constant */
      purgeDeletedOnScan: false
    }
    /** RootWatch */
    RootWatch: {
      /** @description Path of the folder */
      root: string
      /** @enum {string} */
      mode: 'events' | 'polling' | 'off'
      reason: string | null
      everyMinutes: number | null
    }
    /** Library */
    Library: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      name: string
      description: string | null
      /** @enum {string} */
      type: 'comic' | 'manga' | 'book' | 'mixed'
      path: string | null
      paths: string[] | null
      isActive: boolean
      seriesStrategy: string
      seriesConfig: {
        [key: string]: unknown
      } | null
      bookStrategy: string
      bookConfig: {
        [key: string]: unknown
      } | null
      numberStrategy: string
      numberConfig: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      defaultReadingDirection: 'ltr' | 'rtl' | 'ttb' | 'webtoon'
      allowedFormats: string[] | null
      excludedPatterns: string | null
      scanningConfig: components['schemas']['ScanningConfig']
      /** @enum {string} */
      watch: 'on' | 'off' | 'auto'
      watching: components['schemas']['RootWatch'][] | null
      /** @enum {string} */
      state: 'available' | 'unavailable' | 'awaiting_confirmation'
      stateReason: string | null
      /** Format: int64 */
      bookCount: number
      /** Format: int64 */
      seriesCount: number
      lastScannedAt: string | null
      trashedAt: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** ScanningConfigBody */
    ScanningConfigBody: {
      enabled?: boolean
      cronSchedule?: string | null
      cronTimezone?: string | null
      /** @enum {string} */
      scanMode?: 'normal' | 'deep'
      scanOnStart?: boolean
      /** @constant */
      purgeDeletedOnScan?: false
    }
    /** NewLibrary */
    NewLibrary: {
      name: string
      description?: string | null
      /** @enum {string} */
      type?: 'comic' | 'manga' | 'book' | 'mixed'
      path?: string | null
      paths?: string[] | null
      /** @enum {string} */
      seriesStrategy?:
        | 'series_volume'
        | 'series_volume_chapter'
        | 'parsed_name'
        | 'flat'
        | 'publisher_hierarchy'
        | 'calibre'
        | 'custom'
      seriesConfig?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      bookStrategy?: 'smart' | 'metadata_first' | 'filename' | 'series_name' | 'custom'
      bookConfig?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      numberStrategy?: 'smart' | 'metadata' | 'filename' | 'file_order'
      numberConfig?: {
        [key: string]: unknown
      } | null
      defaultReadingDirection?: ('ltr' | 'rtl' | 'ttb' | 'webtoon') | null
      allowedFormats?: string[] | null
      excludedPatterns?: string | null
      scanningConfig?: components['schemas']['ScanningConfigBody']
      /** @enum {string} */
      watch?: 'on' | 'off' | 'auto'
      scanImmediately?: boolean
    }
    /** LibraryPatch */
    LibraryPatch: {
      name?: string | null
      isActive?: boolean | null
      description?: string | null
      /** @enum {string} */
      type?: 'comic' | 'manga' | 'book' | 'mixed'
      path?: string | null
      paths?: string[] | null
      /** @enum {string} */
      seriesStrategy?:
        | 'series_volume'
        | 'series_volume_chapter'
        | 'parsed_name'
        | 'flat'
        | 'publisher_hierarchy'
        | 'calibre'
        | 'custom'
      seriesConfig?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      bookStrategy?: 'smart' | 'metadata_first' | 'filename' | 'series_name' | 'custom'
      bookConfig?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      numberStrategy?: 'smart' | 'metadata' | 'filename' | 'file_order'
      numberConfig?: {
        [key: string]: unknown
      } | null
      defaultReadingDirection?: ('ltr' | 'rtl' | 'ttb' | 'webtoon') | null
      allowedFormats?: string[] | null
      excludedPatterns?: string | null
      scanningConfig?: components['schemas']['ScanningConfigBody']
      /** @enum {string} */
      watch?: 'on' | 'off' | 'auto'
    }
    /** Folder */
    Folder: {
      currentPath: string
      parentPath: string | null
      entries: {
        name: string
        path: string
        isDirectory: boolean
        isReadable: boolean
      }[]
      truncated: boolean
    }
    /** SideFileProblem */
    SideFileProblem: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      /** @description Of the file */
      name: string
      /** @description The name of the folder in which it lies */
      folder: string
      path: string | null
      /** @enum {string} */
      kind: 'comicinfo' | 'opf' | 'series_json' | 'artwork'
      /** @description As the codes of findings in books */
      code: string
      /** @description What is wrong, for people */
      message: string
    }
    /** PageLinks */
    PageLinks: {
      first: string
      last: string
      self: string
      next: string | null
      prev: string | null
    }
    /** PageOfSideFileProblem */
    PageOfSideFileProblem: {
      data: components['schemas']['SideFileProblem'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** NameValues */
    NameValues: {
      series?: string
      title?: string
      volume?: number | null
      chapter?: number | null
      year?: number | null
      edition?: string | null
    }
    /** NumberOffset */
    NumberOffset: {
      /** Format: int32 */
      volume?: number
      chapter?: number
    }
    /**
     * NameChange
     * @description set: fixed values, null takes one away. offset: added to the numbers. countAs: the number counts volumes, or chapters. acrossFolders: with a series, its books are one series wherever they lie.
     */
    NameChange: {
      set?: components['schemas']['NameValues']
      offset?: components['schemas']['NumberOffset']
      /** @enum {string} */
      countAs?: 'volume' | 'chapter'
      acrossFolders?: boolean
    }
    /** NameRule */
    NameRule: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      libraryId: string | null
      /** @enum {string} */
      match: 'text' | 'glob'
      /** @description As text it is the whole name; as glob `*` is any text and `?` one character */
      pattern: string
      /** @enum {string} */
      on: 'file' | 'folder' | 'path'
      change: components['schemas']['NameChange']
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** PageOfNameRule */
    PageOfNameRule: {
      data: components['schemas']['NameRule'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** NewNameRule */
    NewNameRule: {
      libraryId?: string | null
      /** @enum {string} */
      match: 'text' | 'glob'
      /** @description As text it is the whole name; as glob `*` is any text and `?` one character */
      pattern: string
      /** @enum {string} */
      on: 'file' | 'folder' | 'path'
      change: components['schemas']['NameChange']
    }
    /** NameRulePatch */
    NameRulePatch: {
      /** @enum {string} */
      match?: 'text' | 'glob'
      /** @description As text it is the whole name; as glob `*` is any text and `?` one character */
      pattern?: string
      /** @enum {string} */
      on?: 'file' | 'folder' | 'path'
      change?: components['schemas']['NameChange']
    }
    /** Scan */
    Scan: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      /** @enum {string} */
      mode: 'normal' | 'deep'
      /** @enum {string} */
      trigger: 'manual' | 'schedule' | 'start' | 'created' | 'watch' | 'names'
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'
      phase: string | null
      currentPath: string | null
      /** Format: int64 */
      filesTotal: number
      /** Format: int64 */
      filesProcessed: number
      /** Format: int64 */
      added: number
      /** Format: int64 */
      changed: number
      /** Format: int64 */
      moved: number
      /**
       * Format: int64
       * @description Books put into the trash because their files are gone
       */
      missing: number
      /**
       * Format: int64
       * @description Files in which something is wrong
       */
      findings: number
      message: string | null
      startedAt: string | null
      completedAt: string | null
      undo: ('pending' | 'running' | 'completed' | 'failed') | null
    }
    /** PageOfScan */
    PageOfScan: {
      data: components['schemas']['Scan'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** FolderPreview */
    FolderPreview: {
      path: string
      /**
       * Format: int64
       * @description Archives and folders of pictures
       */
      comics: number
      /**
       * Format: int64
       * @description EPUB and PDF
       */
      books: number
      formats: {
        format: string
        /** Format: int64 */
        count: number
      }[]
      /**
       * Format: int64
       * @description Folders that hold books
       */
      folderCount: number
      /** @description Some of these folders, as series would be named */
      examples: {
        name: string
        /** Format: int64 */
        books: number
      }[]
      /**
       * Format: int64
       * @description Folders and files that Quire may not read
       */
      unreadable: number
      /** @description false where there was no time to see all */
      isComplete: boolean
    }
    /** PreviewedFile */
    PreviewedFile: {
      /** @description Below its root */
      path: string
      pathBefore: string | null
      bookId: string | null
    }
    /** PreviewedFiles */
    PreviewedFiles: {
      /** Format: int64 */
      count: number
      /** @description The first of them, at most 20 */
      examples: components['schemas']['PreviewedFile'][]
    }
    /** ScanPreviewResult */
    ScanPreviewResult: {
      /** @enum {string} */
      state: 'available' | 'unavailable' | 'awaiting_confirmation'
      stateReason: string | null
      /** Format: int64 */
      filesFound: number
      /**
       * Format: int64
       * @description Files that a person wants no book of
       */
      ignored: number
      added: components['schemas']['PreviewedFiles']
      changed: components['schemas']['PreviewedFiles']
      moved: components['schemas']['PreviewedFiles']
      missing: components['schemas']['PreviewedFiles']
      returned: components['schemas']['PreviewedFiles']
    }
    /** ScanPreview */
    ScanPreview: {
      /**
       * Format: uuid
       * @description Of the task, too
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      /** @enum {string} */
      mode: 'normal' | 'deep'
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed'
      result: components['schemas']['ScanPreviewResult'] | null
      message: string | null
      /** Format: date-time */
      createdAt: string
      completedAt: string | null
    }
    /** ScanChange */
    ScanChange: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /** @enum {string} */
      kind: 'added' | 'changed' | 'moved' | 'missing' | 'returned' | 'series_moved'
      bookId: string | null
      /**
       * Format: uuid
       * @description That in which the scan left it
       */
      seriesId: string
      title: string
      /** @description Of the file below its root, as the scan left it; of a series its folder */
      path: string
      pathBefore: string | null
      undone: ('done' | 'skipped') | null
    }
    /** PageOfScanChange */
    PageOfScanChange: {
      data: components['schemas']['ScanChange'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** ScanUndo */
    ScanUndo: {
      /**
       * Format: uuid
       * @description UUID
       */
      scanId: string
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed'
      /**
       * Format: int64
       * @description Changes that can be undone
       */
      total: number
      /** Format: int64 */
      done: number
      /**
       * Format: int64
       * @description Those that could not be undone after all
       */
      skipped: number
      message: string | null
      /** Format: date-time */
      createdAt: string
      startedAt: string | null
      completedAt: string | null
    }
    /** IgnoredFile */
    IgnoredFile: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /** @description Below its root */
      path: string
      title: string
      bookId: string | null
      /** Format: date-time */
      createdAt: string
    }
    /** PageOfIgnoredFile */
    PageOfIgnoredFile: {
      data: components['schemas']['IgnoredFile'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** Analysis */
    Analysis: {
      /**
       * Format: int64
       * @description Books whose files will be read again
       */
      tasksEnqueued: number
      /** @description Scans that do it; one that runs is followed by another */
      taskIds: string[]
      /** @description For people */
      message: string
    }
    /** RetryFindings */
    RetryFindings: {
      libraryId?: string | null
      code?:
        | (
            | 'encrypted'
            | 'drm'
            | 'unreadable'
            | 'truncated'
            | 'not_what_it_says'
            | 'unsupported'
            | 'no_pages'
            | 'too_large'
            | 'unsafe_names'
            | 'broken_metadata'
          )
        | null
    }
    /** ChangedSeries */
    ChangedSeries: {
      id: string | null
      title: string | null
      titleAfter: string | null
      /**
       * Format: int64
       * @description Now
       */
      books: number
      /** Format: int64 */
      booksAfter: number
    }
    /** BookNaming */
    BookNaming: {
      series: string
      title: string
      volume: number | null
      chapter: number | null
    }
    /** ChangedBook */
    ChangedBook: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      fileName: string
      before: components['schemas']['BookNaming']
      after: components['schemas']['BookNaming']
    }
    /** NamingPreview */
    NamingPreview: {
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      /** Format: int64 */
      booksLookedAt: number
      /**
       * Format: int64
       * @description To another series
       */
      booksMoved: number
      /**
       * Format: int64
       * @description With another title, volume or chapter
       */
      booksRenamed: number
      /**
       * Format: int64
       * @description Those that booksRenamed counts: the first ones
       */
      booksCompared: number
      /**
       * Format: int64
       * @description With their id and all that was said and read of them
       */
      seriesKept: number
      /** Format: int64 */
      seriesAdded: number
      /**
       * Format: int64
       * @description They go to the trash and are found again when changed back
       */
      seriesEmptied: number
      /** @description Some that would change */
      series: components['schemas']['ChangedSeries'][]
      /** @description Some that would change */
      books: components['schemas']['ChangedBook'][]
    }
    /** Strategies */
    Strategies: {
      /** @enum {string} */
      seriesStrategy?:
        | 'series_volume'
        | 'series_volume_chapter'
        | 'parsed_name'
        | 'flat'
        | 'publisher_hierarchy'
        | 'calibre'
        | 'custom'
      seriesConfig?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      bookStrategy?: 'smart' | 'metadata_first' | 'filename' | 'series_name' | 'custom'
      bookConfig?: {
        [key: string]: unknown
      } | null
      /** @enum {string} */
      numberStrategy?: 'smart' | 'metadata' | 'filename' | 'file_order'
      numberConfig?: {
        [key: string]: unknown
      } | null
    }
    /** NameRuleToPreview */
    NameRuleToPreview: {
      libraryId?: string | null
      /** @enum {string} */
      match: 'text' | 'glob'
      /** @description As text it is the whole name; as glob `*` is any text and `?` one character */
      pattern: string
      /** @enum {string} */
      on: 'file' | 'folder' | 'path'
      change: components['schemas']['NameChange']
      /**
       * Format: uuid
       * @description The correction that this would replace
       */
      id?: string
    }
    /** ReadValue */
    ReadValue: {
      field: string
      value: (string | number | boolean | string[]) | null
      /** @enum {string} */
      source: 'file' | 'folder'
      /** @description The characters that said it */
      text: string
      /** @description For people */
      rule: string
      ruleId: string | null
    }
    /** StoredValue */
    StoredValue: {
      field: string
      value: (string | number | boolean | string[]) | null
      source: string | null
      /** @description For people */
      because: string
      locked: boolean
    }
    /** SeriesParse */
    SeriesParse: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      /** @description Why the book is in this series, for people */
      because: string
      values: components['schemas']['StoredValue'][]
    }
    /** BookParse */
    BookParse: {
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      fileName: string
      folder: string | null
      /** @description What the names say */
      read: components['schemas']['ReadValue'][]
      /** @description What counts for the book, and why */
      values: components['schemas']['StoredValue'][]
      series: components['schemas']['SeriesParse']
      /** @description The corrections that are about this book */
      rules: components['schemas']['NameRule'][]
    }
    /** Author */
    Author: {
      name: string
      /** @enum {string} */
      role:
        | 'author'
        | 'co_author'
        | 'editor'
        | 'translator'
        | 'illustrator'
        | 'contributor'
        | 'writer'
        | 'penciller'
        | 'inker'
        | 'colorist'
        | 'letterer'
        | 'cover_artist'
      sortName: string | null
    }
    /** SeriesLocks */
    SeriesLocks: {
      ageRating: boolean
      alternateTitles: boolean
      authorsJsonLock: boolean
      cover: boolean
      customMetadata: boolean
      genres: boolean
      imprint: boolean
      language: boolean
      publisher: boolean
      readingDirection: boolean
      status: boolean
      summary: boolean
      tags: boolean
      title: boolean
      titleSort: boolean
      totalChapterCount: boolean
      totalVolumeCount: boolean
      year: boolean
    }
    /** SeriesMetadata */
    SeriesMetadata: {
      title: string
      titleSort: string | null
      summary: string | null
      publisher: string | null
      imprint: string | null
      status: ('ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown') | null
      readingDirection: ('ltr' | 'rtl' | 'ttb' | 'webtoon') | null
      ageRating: number | null
      language: string | null
      year: number | null
      totalChapterCount: number | null
      totalVolumeCount: number | null
      authors: components['schemas']['Author'][] | null
      customMetadata: {
        [key: string]: unknown
      } | null
      locks: components['schemas']['SeriesLocks']
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** AlternateTitle */
    AlternateTitle: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description Id of the series
       */
      seriesId: string
      /** @description Language or script: Japanese, Romaji, English … */
      label: string
      title: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** ExternalId */
    ExternalId: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description Id of the series
       */
      seriesId: string
      /** @description plugin:<name>, comicinfo or epub */
      source: string
      externalId: string
      externalUrl: string | null
      lastSyncedAt: string | null
      metadataHash: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** ExternalLink */
    ExternalLink: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description Id of the series
       */
      seriesId: string
      /** @description Name of the site, in lower case */
      sourceName: string
      url: string
      externalId: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** ExternalRating */
    ExternalRating: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description Id of the series
       */
      seriesId: string
      sourceName: string
      /** Format: double */
      rating: number
      voteCount: number | null
      /** Format: date-time */
      fetchedAt: string
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** Label */
    Label: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      name: string
      seriesCount: number | null
      /** Format: date-time */
      createdAt: string
    }
    /** Series */
    Series: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      path: string | null
      /** Format: int64 */
      bookCount: number
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      metadata: components['schemas']['SeriesMetadata']
      alternateTitles: components['schemas']['AlternateTitle'][]
      externalIds: components['schemas']['ExternalId'][]
      externalLinks: components['schemas']['ExternalLink'][]
      externalRatings: components['schemas']['ExternalRating'][]
      genres: components['schemas']['Label'][]
      tags: components['schemas']['Label'][]
      hasCustomCover: boolean | null
      selectedCoverSource: string | null
      coverColor: string | null
      tracked: boolean
      unreadCount: number | null
      /**
       * Format: int64
       * @description Times that you have read every book of the series
       */
      readCount: number
      lastCompletedAt: string | null
      wantToRead: boolean | null
      localMaxChapter: number | null
      localMaxVolume: number | null
      volumesOwned: number | null
      upstreamChapterGap: number | null
      upstreamVolumeGap: number | null
      upstreamGapProvider: string | null
    }
    /** PageOfSeries */
    PageOfSeries: {
      data: components['schemas']['Series'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** SeriesListRequest */
    SeriesListRequest: {
      condition?: {
        /** @description All of these hold */
        allOf?: Record<string, never>[]
        /** @description One of these holds */
        anyOf?: Record<string, never>[]
        /** @description This does not hold */
        not?: Record<string, never>
        /** @description Operators: is, isNot, in, notIn */
        libraryId?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        genre?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        tag?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        status?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        publisher?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        imprint?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        language?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readingDirection?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        title?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        titleSort?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        summary?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readStatus?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        author?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        path?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        completion?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        hasExternalSourceId?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        isTracked?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        wantToRead?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        communityRating?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        ageRating?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        year?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        bookCount?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        unreadCount?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateAdded?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateUpdated?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateRead?: Record<string, never>
      } | null
      fullTextSearch?: string | null
    }
    /** AlphabeticalGroup */
    AlphabeticalGroup: {
      /** @description `#` for digits and nothing, else the letter */
      group: string
      /** Format: int64 */
      count: number
      offset: number | null
    }
    /** FacetValue */
    FacetValue: {
      value: (string | number) | null
      name: string | null
      /** Format: int64 */
      count: number
    }
    /** Facet */
    Facet: {
      /** @enum {string} */
      facet:
        | 'libraryId'
        | 'genre'
        | 'tag'
        | 'status'
        | 'readStatus'
        | 'publisher'
        | 'language'
        | 'readingDirection'
        | 'year'
        | 'ageRating'
        | 'author'
      /** @description The most frequent first; null stands for none */
      values: components['schemas']['FacetValue'][]
      isWhole: boolean
    }
    /** SeriesFacetsRequest */
    SeriesFacetsRequest: {
      condition?: {
        /** @description All of these hold */
        allOf?: Record<string, never>[]
        /** @description One of these holds */
        anyOf?: Record<string, never>[]
        /** @description This does not hold */
        not?: Record<string, never>
        /** @description Operators: is, isNot, in, notIn */
        libraryId?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        genre?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        tag?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        status?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        publisher?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        imprint?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        language?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readingDirection?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        title?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        titleSort?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        summary?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readStatus?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        author?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        path?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        completion?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        hasExternalSourceId?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        isTracked?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        wantToRead?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        communityRating?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        ageRating?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        year?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        bookCount?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        unreadCount?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateAdded?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateUpdated?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateRead?: Record<string, never>
      } | null
      fullTextSearch?: string | null
      facets: (
        | 'libraryId'
        | 'genre'
        | 'tag'
        | 'status'
        | 'readStatus'
        | 'publisher'
        | 'language'
        | 'readingDirection'
        | 'year'
        | 'ageRating'
        | 'author'
      )[]
      search?: string | null
    }
    /** BulkProblem */
    BulkProblem: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /** @description The word of the refusal, as an answer for this one would have it */
      error: string
      message: string
    }
    /** BulkResult */
    BulkResult: {
      /**
       * Format: int64
       * @description How many changed
       */
      updatedCount: number
      /**
       * Format: int64
       * @description How many were so already
       */
      unchangedCount: number
      /** @description Those that could not be changed, and why */
      problems: components['schemas']['BulkProblem'][]
      message: string
    }
    /** AuthorBody */
    AuthorBody: {
      name: string
      /** @enum {string} */
      role:
        | 'author'
        | 'co_author'
        | 'editor'
        | 'translator'
        | 'illustrator'
        | 'contributor'
        | 'writer'
        | 'penciller'
        | 'inker'
        | 'colorist'
        | 'letterer'
        | 'cover_artist'
      sortName?: string | null
    }
    /** BulkSeriesMetadataRequest */
    BulkSeriesMetadataRequest: {
      seriesIds: string[]
      summary?: string | null
      publisher?: string | null
      imprint?: string | null
      status?: ('ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown') | null
      readingDirection?: ('ltr' | 'rtl' | 'ttb' | 'webtoon') | null
      ageRating?: number | null
      language?: string | null
      year?: number | null
      totalChapterCount?: number | null
      totalVolumeCount?: number | null
      authors?: components['schemas']['AuthorBody'][] | null
      customMetadata?: {
        [key: string]: unknown
      } | null
    }
    /** BulkSeriesLocksRequest */
    BulkSeriesLocksRequest: {
      seriesIds: string[]
      ageRating?: boolean | null
      alternateTitles?: boolean | null
      authorsJsonLock?: boolean | null
      cover?: boolean | null
      customMetadata?: boolean | null
      genres?: boolean | null
      imprint?: boolean | null
      language?: boolean | null
      publisher?: boolean | null
      readingDirection?: boolean | null
      status?: boolean | null
      summary?: boolean | null
      tags?: boolean | null
      title?: boolean | null
      titleSort?: boolean | null
      totalChapterCount?: boolean | null
      totalVolumeCount?: boolean | null
      year?: boolean | null
    }
    /** BulkSeriesRequest */
    BulkSeriesRequest: {
      seriesIds: string[]
    }
    /** SeriesTitle */
    SeriesTitle: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      /** Format: date-time */
      updatedAt: string
    }
    /** Tracking */
    Tracking: {
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      tracked: boolean
      trackChapters: boolean
      trackVolumes: boolean
      latestKnownChapter: number | null
      latestKnownVolume: number | null
      languages: string[] | null
      pollIntervalOverrideS: number | null
      confidenceThresholdOverride: number | null
      volumeChapterMap: unknown
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** TrackingPatch */
    TrackingPatch: {
      tracked?: boolean | null
      trackChapters?: boolean | null
      trackVolumes?: boolean | null
      latestKnownChapter?: number | null
      latestKnownVolume?: number | null
      languages?: string[] | null
      pollIntervalOverrideS?: number | null
      confidenceThresholdOverride?: number | null
      volumeChapterMap?: unknown
    }
    /** NumberRange */
    NumberRange: {
      /** Format: int32 */
      from: number
      /**
       * Format: int32
       * @description Included
       */
      to: number
    }
    /** MissingNumbers */
    MissingNumbers: {
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      /** @description At most 100 */
      volumes: components['schemas']['NumberRange'][]
      /**
       * Format: int32
       * @description Of all missing volumes
       */
      volumeCount: number
      /** @description At most 100 */
      chapters: components['schemas']['NumberRange'][]
      /**
       * Format: int32
       * @description Of all missing chapters
       */
      chapterCount: number
    }
    /** NumberSpan */
    NumberSpan: {
      /** Format: int32 */
      from: number
      /**
       * Format: int32
       * @description Included
       */
      to: number
      /** @enum {string} */
      state: 'unread' | 'in_progress' | 'read' | 'missing' | 'ahead'
    }
    /** SeriesNumbers */
    SeriesNumbers: {
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      /** @description One after the other; at most 1,000 */
      volumes: components['schemas']['NumberSpan'][]
      /** @description One after the other; at most 1,000 */
      chapters: components['schemas']['NumberSpan'][]
      /** @description false: there are more than are told */
      isWhole: boolean
    }
    /** SeriesMetadataAnswer */
    SeriesMetadataAnswer: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description The same as id
       */
      seriesId: string
      title: string
      titleSort: string | null
      summary: string | null
      publisher: string | null
      imprint: string | null
      status: ('ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown') | null
      readingDirection: ('ltr' | 'rtl' | 'ttb' | 'webtoon') | null
      ageRating: number | null
      language: string | null
      year: number | null
      totalChapterCount: number | null
      totalVolumeCount: number | null
      authors: components['schemas']['Author'][] | null
      customMetadata: {
        [key: string]: unknown
      } | null
      locks: components['schemas']['SeriesLocks']
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      genres: components['schemas']['Label'][]
      tags: components['schemas']['Label'][]
      alternateTitles: components['schemas']['AlternateTitle'][]
      externalRatings: components['schemas']['ExternalRating'][]
      externalLinks: components['schemas']['ExternalLink'][]
    }
    /** SeriesMetadataBody */
    SeriesMetadataBody: {
      title?: string | null
      titleSort?: string | null
      summary?: string | null
      publisher?: string | null
      imprint?: string | null
      status?: ('ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown') | null
      readingDirection?: ('ltr' | 'rtl' | 'ttb' | 'webtoon') | null
      ageRating?: number | null
      language?: string | null
      year?: number | null
      totalChapterCount?: number | null
      totalVolumeCount?: number | null
      authors?: components['schemas']['AuthorBody'][] | null
      customMetadata?: {
        [key: string]: unknown
      } | null
      locks?: unknown
      createdAt?: unknown
      updatedAt?: unknown
    }
    /** FieldCandidate */
    FieldCandidate: {
      /** @description `comicinfo`, `opf`, `series_json`, `epub`, `pdf` or `path` */
      source: string
      value: unknown
    }
    /** FieldSource */
    FieldSource: {
      field: string
      value: unknown
      source: string | null
      isLocked: boolean
      /** @description What files and path say besides, the most trusted first */
      candidates: components['schemas']['FieldCandidate'][]
    }
    /** Sidecar */
    Sidecar: {
      /** @description Of the file */
      name: string
      /** @enum {string} */
      kind: 'comicinfo' | 'opf' | 'series_json' | 'artwork'
      problem: string | null
    }
    /** SeriesMetadataSources */
    SeriesMetadataSources: {
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      fields: components['schemas']['FieldSource'][]
      /** @description What lies in the folder and speaks of the series */
      files: components['schemas']['Sidecar'][]
    }
    /** PageOfLabel */
    PageOfLabel: {
      data: components['schemas']['Label'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** BulkLabelsRequest */
    BulkLabelsRequest: {
      seriesIds: string[]
      add?: string[]
      remove?: string[]
    }
    /** NewAlternateTitle */
    NewAlternateTitle: {
      label: string
      title: string
    }
    /** AlternateTitlePatch */
    AlternateTitlePatch: {
      label?: string | null
      title?: string | null
    }
    /** NewExternalId */
    NewExternalId: {
      /** @description plugin:<name>, comicinfo or epub */
      source: string
      externalId: string
      externalUrl?: string | null
    }
    /** NewExternalLink */
    NewExternalLink: {
      sourceName: string
      /** @description An http or https address */
      url: string
      externalId?: string | null
    }
    /** NewExternalRating */
    NewExternalRating: {
      sourceName: string
      rating: number
      voteCount?: number | null
    }
    /** WholeSeriesEdit */
    WholeSeriesEdit: {
      title?: string | null
      titleSort?: string | null
      summary?: string | null
      publisher?: string | null
      imprint?: string | null
      status?: ('ongoing' | 'ended' | 'hiatus' | 'abandoned' | 'unknown') | null
      readingDirection?: ('ltr' | 'rtl' | 'ttb' | 'webtoon') | null
      ageRating?: number | null
      language?: string | null
      year?: number | null
      totalChapterCount?: number | null
      totalVolumeCount?: number | null
      authors?: components['schemas']['AuthorBody'][] | null
      customMetadata?: {
        [key: string]: unknown
      } | null
      genres?: string[]
      tags?: string[]
      alternateTitles?: components['schemas']['NewAlternateTitle'][]
      externalLinks?: components['schemas']['NewExternalLink'][]
      externalIds?: components['schemas']['NewExternalId'][]
      externalRatings?: components['schemas']['NewExternalRating'][]
      locks?: {
        ageRating?: boolean | null
        alternateTitles?: boolean | null
        authorsJsonLock?: boolean | null
        cover?: boolean | null
        customMetadata?: boolean | null
        genres?: boolean | null
        imprint?: boolean | null
        language?: boolean | null
        publisher?: boolean | null
        readingDirection?: boolean | null
        status?: boolean | null
        summary?: boolean | null
        tags?: boolean | null
        title?: boolean | null
        titleSort?: boolean | null
        totalChapterCount?: boolean | null
        totalVolumeCount?: boolean | null
        year?: boolean | null
      }
      reset?: (
        | 'title'
        | 'titleSort'
        | 'summary'
        | 'publisher'
        | 'imprint'
        | 'status'
        | 'readingDirection'
        | 'ageRating'
        | 'language'
        | 'year'
        | 'totalChapterCount'
        | 'totalVolumeCount'
        | 'authors'
        | 'customMetadata'
        | 'genres'
        | 'tags'
        | 'alternateTitles'
        | 'externalLinks'
      )[]
    }
    /** Finding */
    Finding: {
      code: string
      /** @description For people */
      message: string
    }
    /** ReadProgress */
    ReadProgress: {
      /**
       * Format: uuid
       * @description Stable for one user and one book
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      userId: string
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      /**
       * Format: int64
       * @description From 1
       */
      currentPage: number
      progressPercentage: number | null
      completed: boolean
      /** Format: date-time */
      startedAt: string
      completedAt: string | null
      /** Format: date-time */
      updatedAt: string
    }
    /** Book */
    Book: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      seriesName: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      title: string
      titleSort: string | null
      number: number | null
      path: string | null
      /** @description cbz, epub, pdf …; by extension until the file was read */
      fileFormat: string
      /** Format: int64 */
      fileSize: number
      /** @description Sampled; empty until the file was read */
      fileHash: string
      koreaderHash: string | null
      /** Format: int64 */
      pageCount: number
      readingDirection: string | null
      analyzed: boolean
      analysisError: string | null
      finding: string | null
      findings: components['schemas']['Finding'][]
      deleted: boolean
      readProgress: components['schemas']['ReadProgress'] | null
      /**
       * Format: int64
       * @description Times the requesting user completed the book
       */
      readCount: number
      lastCompletedAt: string | null
      wantToRead: boolean
      coverColor: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      volume: number | null
      chapter: number | null
      summary: string | null
    }
    /** PageOfBook */
    PageOfBook: {
      data: components['schemas']['Book'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** BookListRequest */
    BookListRequest: {
      condition?: {
        /** @description All of these hold */
        allOf?: Record<string, never>[]
        /** @description One of these holds */
        anyOf?: Record<string, never>[]
        /** @description This does not hold */
        not?: Record<string, never>
        /** @description Operators: is, isNot, in, notIn */
        libraryId?: Record<string, never>
        /** @description Operators: is, isNot, in, notIn */
        seriesId?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        genre?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        tag?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        author?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        status?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readingDirection?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        ageRating?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        title?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        titleSort?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        summary?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        publisher?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        imprint?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        language?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        bookType?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        format?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        finding?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        path?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readStatus?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        hasError?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        wantToRead?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        pageCount?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        fileSize?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        volume?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        chapter?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        year?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateAdded?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateRead?: Record<string, never>
      } | null
      fullTextSearch?: string | null
    }
    /** BookFacet */
    BookFacet: {
      /** @enum {string} */
      facet:
        | 'libraryId'
        | 'genre'
        | 'tag'
        | 'publisher'
        | 'language'
        | 'year'
        | 'bookType'
        | 'format'
        | 'readStatus'
        | 'status'
        | 'readingDirection'
        | 'ageRating'
      /** @description The most frequent first; null stands for none */
      values: components['schemas']['FacetValue'][]
      isWhole: boolean
    }
    /** BookFacetsRequest */
    BookFacetsRequest: {
      condition?: {
        /** @description All of these hold */
        allOf?: Record<string, never>[]
        /** @description One of these holds */
        anyOf?: Record<string, never>[]
        /** @description This does not hold */
        not?: Record<string, never>
        /** @description Operators: is, isNot, in, notIn */
        libraryId?: Record<string, never>
        /** @description Operators: is, isNot, in, notIn */
        seriesId?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        genre?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        tag?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        author?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        status?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readingDirection?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        ageRating?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        title?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        titleSort?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        summary?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        publisher?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        imprint?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        language?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        bookType?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        format?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        finding?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        path?: Record<string, never>
        /** @description Operators: is, isNot, contains, doesNotContain, beginsWith, endsWith, isNull, isNotNull */
        readStatus?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        hasError?: Record<string, never>
        /** @description Operators: isTrue, isFalse */
        wantToRead?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        pageCount?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        fileSize?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        volume?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        chapter?: Record<string, never>
        /** @description Operators: eq, ne, gt, gte, lt, lte, between, isNull, isNotNull */
        year?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateAdded?: Record<string, never>
        /** @description Operators: after, before, onOrAfter, onOrBefore, between, isNull, isNotNull */
        dateRead?: Record<string, never>
      } | null
      fullTextSearch?: string | null
      facets: (
        | 'libraryId'
        | 'genre'
        | 'tag'
        | 'publisher'
        | 'language'
        | 'year'
        | 'bookType'
        | 'format'
        | 'readStatus'
        | 'status'
        | 'readingDirection'
        | 'ageRating'
      )[]
      search?: string | null
    }
    /** Award */
    Award: {
      name: string
      category: string | null
      won: boolean
      year: number | null
    }
    /** StoryArc */
    StoryArc: {
      name: string
      number: string | null
    }
    /** BookFileDetails */
    BookFileDetails: {
      ageRating: number | null
      ageRatingText: string | null
      alternateCount: number | null
      alternateNumber: string | null
      alternateSeries: string | null
      characters: string[]
      communityRating: number | null
      gtin: string | null
      identifiers: string[]
      links: string[]
      localizedSeries: string | null
      locations: string[]
      mainCharacterOrTeam: string | null
      notes: string | null
      readingDirection: ('ltr' | 'rtl') | null
      review: string | null
      scanInformation: string | null
      seriesGroup: string | null
      storyArcs: components['schemas']['StoryArc'][]
      tags: string[]
      teams: string[]
    }
    /** BookDetails */
    BookDetails: {
      authors: components['schemas']['Author'][] | null
      awards: components['schemas']['Award'][] | null
      blackAndWhite: boolean | null
      bookType:
        | (
            | 'comic'
            | 'manga'
            | 'novel'
            | 'novella'
            | 'anthology'
            | 'artbook'
            | 'oneshot'
            | 'omnibus'
            | 'graphic_novel'
            | 'magazine'
          )
        | null
      chapter: number | null
      colorist: string | null
      count: number | null
      coverArtist: string | null
      customMetadata: {
        [key: string]: unknown
      } | null
      day: number | null
      edition: string | null
      editor: string | null
      formatDetail: string | null
      genre: string | null
      imprint: string | null
      inker: string | null
      isbns: string | null
      languageIso: string | null
      letterer: string | null
      manga: boolean | null
      month: number | null
      originalTitle: string | null
      originalYear: number | null
      penciller: string | null
      publisher: string | null
      seriesPosition: number | null
      seriesTotal: number | null
      subjects: string[] | null
      subtitle: string | null
      summary: string | null
      translator: string | null
      volume: number | null
      writer: string | null
      year: number | null
      colorists: string[]
      coverArtists: string[]
      editors: string[]
      inkers: string[]
      letterers: string[]
      pencillers: string[]
      writers: string[]
      number: string | null
      title: string | null
      releaseDate: string | null
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      pageCount: number | null
      series: string | null
      details: components['schemas']['BookFileDetails']
    }
    /** BookDetail */
    BookDetail: {
      book: components['schemas']['Book']
      metadata: components['schemas']['BookDetails']
    }
    /** BookUpdate */
    BookUpdate: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      number: number | null
      /** Format: date-time */
      updatedAt: string
    }
    /** BookLocks */
    BookLocks: {
      authorsJsonLock: boolean
      awardsJsonLock: boolean
      blackAndWhiteLock: boolean
      bookTypeLock: boolean
      chapterLock: boolean
      coloristLock: boolean
      countLock: boolean
      coverLock: boolean
      coverArtistLock: boolean
      customMetadataLock: boolean
      dayLock: boolean
      editionLock: boolean
      editorLock: boolean
      formatDetailLock: boolean
      genreLock: boolean
      imprintLock: boolean
      inkerLock: boolean
      isbnsLock: boolean
      languageIsoLock: boolean
      lettererLock: boolean
      mangaLock: boolean
      monthLock: boolean
      numberLock: boolean
      originalTitleLock: boolean
      originalYearLock: boolean
      pencillerLock: boolean
      publisherLock: boolean
      seriesPositionLock: boolean
      seriesTotalLock: boolean
      subjectsLock: boolean
      subtitleLock: boolean
      summaryLock: boolean
      titleLock: boolean
      titleSortLock: boolean
      translatorLock: boolean
      volumeLock: boolean
      writerLock: boolean
      yearLock: boolean
    }
    /** FullBookMetadata */
    FullBookMetadata: {
      authors: components['schemas']['Author'][] | null
      awards: components['schemas']['Award'][] | null
      blackAndWhite: boolean | null
      bookType:
        | (
            | 'comic'
            | 'manga'
            | 'novel'
            | 'novella'
            | 'anthology'
            | 'artbook'
            | 'oneshot'
            | 'omnibus'
            | 'graphic_novel'
            | 'magazine'
          )
        | null
      chapter: number | null
      colorist: string | null
      count: number | null
      coverArtist: string | null
      customMetadata: {
        [key: string]: unknown
      } | null
      day: number | null
      edition: string | null
      editor: string | null
      formatDetail: string | null
      genre: string | null
      imprint: string | null
      inker: string | null
      isbns: string | null
      languageIso: string | null
      letterer: string | null
      manga: boolean | null
      month: number | null
      originalTitle: string | null
      originalYear: number | null
      penciller: string | null
      publisher: string | null
      seriesPosition: number | null
      seriesTotal: number | null
      subjects: string[] | null
      subtitle: string | null
      summary: string | null
      translator: string | null
      volume: number | null
      writer: string | null
      year: number | null
      colorists: string[]
      coverArtists: string[]
      editors: string[]
      inkers: string[]
      letterers: string[]
      pencillers: string[]
      writers: string[]
      number: string | null
      title: string | null
      releaseDate: string | null
      titleSort: string | null
      details: components['schemas']['BookFileDetails']
      locks: components['schemas']['BookLocks']
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** FullBook */
    FullBook: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      seriesName: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      title: string
      titleSort: string | null
      number: number | null
      path: string | null
      /** @description cbz, epub, pdf …; by extension until the file was read */
      fileFormat: string
      /** Format: int64 */
      fileSize: number
      /** @description Sampled; empty until the file was read */
      fileHash: string
      koreaderHash: string | null
      /** Format: int64 */
      pageCount: number
      readingDirection: string | null
      analyzed: boolean
      analysisError: string | null
      finding: string | null
      findings: components['schemas']['Finding'][]
      deleted: boolean
      readProgress: components['schemas']['ReadProgress'] | null
      /**
       * Format: int64
       * @description Times the requesting user completed the book
       */
      readCount: number
      lastCompletedAt: string | null
      wantToRead: boolean
      coverColor: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      metadata: components['schemas']['FullBookMetadata']
      genres: components['schemas']['Label'][]
      tags: components['schemas']['Label'][]
    }
    /** AdjacentBooks */
    AdjacentBooks: {
      prev: components['schemas']['Book'] | null
      next: components['schemas']['Book'] | null
    }
    /** BookMetadata */
    BookMetadata: {
      authors: components['schemas']['Author'][] | null
      awards: components['schemas']['Award'][] | null
      blackAndWhite: boolean | null
      bookType:
        | (
            | 'comic'
            | 'manga'
            | 'novel'
            | 'novella'
            | 'anthology'
            | 'artbook'
            | 'oneshot'
            | 'omnibus'
            | 'graphic_novel'
            | 'magazine'
          )
        | null
      chapter: number | null
      colorist: string | null
      count: number | null
      coverArtist: string | null
      customMetadata: {
        [key: string]: unknown
      } | null
      day: number | null
      edition: string | null
      editor: string | null
      formatDetail: string | null
      genre: string | null
      imprint: string | null
      inker: string | null
      isbns: string | null
      languageIso: string | null
      letterer: string | null
      manga: boolean | null
      month: number | null
      originalTitle: string | null
      originalYear: number | null
      penciller: string | null
      publisher: string | null
      seriesPosition: number | null
      seriesTotal: number | null
      subjects: string[] | null
      subtitle: string | null
      summary: string | null
      translator: string | null
      volume: number | null
      writer: string | null
      year: number | null
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      locks: components['schemas']['BookLocks']
      /** Format: date-time */
      updatedAt: string
    }
    /** BookAuthorBody */
    BookAuthorBody: {
      name: string
      /** @enum {string} */
      role:
        | 'author'
        | 'co_author'
        | 'editor'
        | 'translator'
        | 'illustrator'
        | 'contributor'
        | 'writer'
        | 'penciller'
        | 'inker'
        | 'colorist'
        | 'letterer'
        | 'cover_artist'
      sortName?: string | null
    }
    /** AwardBody */
    AwardBody: {
      name: string
      category?: string | null
      won: boolean
      year?: number | null
    }
    /** BookMetadataBody */
    BookMetadataBody: {
      authors?: components['schemas']['BookAuthorBody'][] | null
      awards?: components['schemas']['AwardBody'][] | null
      blackAndWhite?: boolean | null
      bookType?:
        | (
            | 'comic'
            | 'manga'
            | 'novel'
            | 'novella'
            | 'anthology'
            | 'artbook'
            | 'oneshot'
            | 'omnibus'
            | 'graphic_novel'
            | 'magazine'
          )
        | null
      chapter?: number | null
      colorist?: string | null
      count?: number | null
      coverArtist?: string | null
      customMetadata?: {
        [key: string]: unknown
      } | null
      day?: number | null
      edition?: string | null
      editor?: string | null
      formatDetail?: string | null
      genre?: string | null
      imprint?: string | null
      inker?: string | null
      isbns?: string | null
      languageIso?: string | null
      letterer?: string | null
      manga?: boolean | null
      month?: number | null
      originalTitle?: string | null
      originalYear?: number | null
      penciller?: string | null
      publisher?: string | null
      seriesPosition?: number | null
      seriesTotal?: number | null
      subjects?: string[] | null
      subtitle?: string | null
      summary?: string | null
      translator?: string | null
      volume?: number | null
      writer?: string | null
      year?: number | null
      bookId?: unknown
      locks?: unknown
      updatedAt?: unknown
    }
    /** BookLocksBody */
    BookLocksBody: {
      authorsJsonLock?: boolean | null
      awardsJsonLock?: boolean | null
      blackAndWhiteLock?: boolean | null
      bookTypeLock?: boolean | null
      chapterLock?: boolean | null
      coloristLock?: boolean | null
      countLock?: boolean | null
      coverLock?: boolean | null
      coverArtistLock?: boolean | null
      customMetadataLock?: boolean | null
      dayLock?: boolean | null
      editionLock?: boolean | null
      editorLock?: boolean | null
      formatDetailLock?: boolean | null
      genreLock?: boolean | null
      imprintLock?: boolean | null
      inkerLock?: boolean | null
      isbnsLock?: boolean | null
      languageIsoLock?: boolean | null
      lettererLock?: boolean | null
      mangaLock?: boolean | null
      monthLock?: boolean | null
      numberLock?: boolean | null
      originalTitleLock?: boolean | null
      originalYearLock?: boolean | null
      pencillerLock?: boolean | null
      publisherLock?: boolean | null
      seriesPositionLock?: boolean | null
      seriesTotalLock?: boolean | null
      subjectsLock?: boolean | null
      subtitleLock?: boolean | null
      summaryLock?: boolean | null
      titleLock?: boolean | null
      titleSortLock?: boolean | null
      translatorLock?: boolean | null
      volumeLock?: boolean | null
      writerLock?: boolean | null
      yearLock?: boolean | null
    }
    /** BulkBookMetadataRequest */
    BulkBookMetadataRequest: {
      bookIds: string[]
      authors?: components['schemas']['BookAuthorBody'][] | null
      awards?: components['schemas']['AwardBody'][] | null
      blackAndWhite?: boolean | null
      bookType?:
        | (
            | 'comic'
            | 'manga'
            | 'novel'
            | 'novella'
            | 'anthology'
            | 'artbook'
            | 'oneshot'
            | 'omnibus'
            | 'graphic_novel'
            | 'magazine'
          )
        | null
      chapter?: number | null
      colorist?: string | null
      count?: number | null
      coverArtist?: string | null
      customMetadata?: {
        [key: string]: unknown
      } | null
      day?: number | null
      edition?: string | null
      editor?: string | null
      formatDetail?: string | null
      genre?: string | null
      imprint?: string | null
      inker?: string | null
      isbns?: string | null
      languageIso?: string | null
      letterer?: string | null
      manga?: boolean | null
      month?: number | null
      originalTitle?: string | null
      originalYear?: number | null
      penciller?: string | null
      publisher?: string | null
      seriesPosition?: number | null
      seriesTotal?: number | null
      subjects?: string[] | null
      subtitle?: string | null
      summary?: string | null
      translator?: string | null
      volume?: number | null
      writer?: string | null
      year?: number | null
    }
    /** BulkBookLocksRequest */
    BulkBookLocksRequest: {
      bookIds: string[]
      authorsJsonLock?: boolean | null
      awardsJsonLock?: boolean | null
      blackAndWhiteLock?: boolean | null
      bookTypeLock?: boolean | null
      chapterLock?: boolean | null
      coloristLock?: boolean | null
      countLock?: boolean | null
      coverLock?: boolean | null
      coverArtistLock?: boolean | null
      customMetadataLock?: boolean | null
      dayLock?: boolean | null
      editionLock?: boolean | null
      editorLock?: boolean | null
      formatDetailLock?: boolean | null
      genreLock?: boolean | null
      imprintLock?: boolean | null
      inkerLock?: boolean | null
      isbnsLock?: boolean | null
      languageIsoLock?: boolean | null
      lettererLock?: boolean | null
      mangaLock?: boolean | null
      monthLock?: boolean | null
      numberLock?: boolean | null
      originalTitleLock?: boolean | null
      originalYearLock?: boolean | null
      pencillerLock?: boolean | null
      publisherLock?: boolean | null
      seriesPositionLock?: boolean | null
      seriesTotalLock?: boolean | null
      subjectsLock?: boolean | null
      subtitleLock?: boolean | null
      summaryLock?: boolean | null
      titleLock?: boolean | null
      titleSortLock?: boolean | null
      translatorLock?: boolean | null
      volumeLock?: boolean | null
      writerLock?: boolean | null
      yearLock?: boolean | null
    }
    /** BulkBooksRequest */
    BulkBooksRequest: {
      bookIds: string[]
    }
    /** BookMetadataSources */
    BookMetadataSources: {
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      fields: components['schemas']['FieldSource'][]
      details: components['schemas']['BookFileDetails']
      /** @description What lies beside the book and speaks of it */
      files: components['schemas']['Sidecar'][]
    }
    /** WholeBookEdit */
    WholeBookEdit: {
      authors?: components['schemas']['BookAuthorBody'][] | null
      awards?: components['schemas']['AwardBody'][] | null
      blackAndWhite?: boolean | null
      bookType?:
        | (
            | 'comic'
            | 'manga'
            | 'novel'
            | 'novella'
            | 'anthology'
            | 'artbook'
            | 'oneshot'
            | 'omnibus'
            | 'graphic_novel'
            | 'magazine'
          )
        | null
      chapter?: number | null
      colorist?: string | null
      count?: number | null
      coverArtist?: string | null
      customMetadata?: {
        [key: string]: unknown
      } | null
      day?: number | null
      edition?: string | null
      editor?: string | null
      formatDetail?: string | null
      genre?: string | null
      imprint?: string | null
      inker?: string | null
      isbns?: string | null
      languageIso?: string | null
      letterer?: string | null
      manga?: boolean | null
      month?: number | null
      originalTitle?: string | null
      originalYear?: number | null
      penciller?: string | null
      publisher?: string | null
      seriesPosition?: number | null
      seriesTotal?: number | null
      subjects?: string[] | null
      subtitle?: string | null
      summary?: string | null
      translator?: string | null
      volume?: number | null
      writer?: string | null
      year?: number | null
      title?: string | null
      titleSort?: string | null
      number?: string | null
      locks?: components['schemas']['BookLocksBody']
      reset?: (
        | 'title'
        | 'titleSort'
        | 'number'
        | 'authors'
        | 'awards'
        | 'blackAndWhite'
        | 'bookType'
        | 'chapter'
        | 'colorist'
        | 'count'
        | 'coverArtist'
        | 'customMetadata'
        | 'day'
        | 'edition'
        | 'editor'
        | 'formatDetail'
        | 'genre'
        | 'imprint'
        | 'inker'
        | 'isbns'
        | 'languageIso'
        | 'letterer'
        | 'manga'
        | 'month'
        | 'originalTitle'
        | 'originalYear'
        | 'penciller'
        | 'publisher'
        | 'seriesPosition'
        | 'seriesTotal'
        | 'subjects'
        | 'subtitle'
        | 'summary'
        | 'translator'
        | 'volume'
        | 'writer'
        | 'year'
      )[]
    }
    /** BookPage */
    BookPage: {
      /**
       * Format: uuid
       * @description Stable for one book and one page number
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      /**
       * Format: int64
       * @description From 1
       */
      pageNumber: number
      fileName: string
      /** @description jpeg, png, webp … */
      fileFormat: string
      /**
       * Format: int64
       * @description Bytes; 0 where the page is drawn (PDF)
       */
      fileSize: number
      width: number | null
      height: number | null
      /** @description As ComicInfo says: FrontCover, Story, Advertisement … */
      types: string[]
      /** @description The picture is two facing pages */
      isDoublePage: boolean
      bookmark: string | null
      side: ('left' | 'right' | 'center') | null
    }
    /** ThumbnailCleanUp */
    ThumbnailCleanUp: {
      /** Format: int64 */
      thumbnailsDeleted: number
      /** Format: int64 */
      bytesFreed: number
      /** Format: int64 */
      failures: number
      errors: string[]
    }
    /** Cover */
    Cover: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      /** @description `custom`, `plugin:<name>` or `file:<name>` (in its folder) */
      source: string
      isSelected: boolean
      mediaType: string
      /** Format: int32 */
      width: number
      /** Format: int32 */
      height: number
      /** Format: int32 */
      bytes: number
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** BookCover */
    BookCover: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      /** @description `custom`, or `page:<n>` for a copy of that page */
      source: string
      isSelected: boolean
      mediaType: string
      /** Format: int32 */
      width: number
      /** Format: int32 */
      height: number
      /** Format: int32 */
      bytes: number
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** FoundSeries */
    FoundSeries: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      year: number | null
      /** Format: int64 */
      bookCount: number
      /** @enum {string} */
      matched: 'title' | 'titleSort' | 'alternateTitle' | 'person' | 'publisher' | 'several'
      matchedText: string | null
    }
    /** FoundBook */
    FoundBook: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      seriesName: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      volume: number | null
      chapter: number | null
    }
    /** Person */
    Person: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      name: string
      roles: string[]
      /**
       * Format: int64
       * @description Series that they worked on, of those you may see
       */
      seriesCount: number
    }
    /** FoundLabel */
    FoundLabel: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      name: string
      seriesCount: number | null
    }
    /** SearchResult */
    SearchResult: {
      series: components['schemas']['FoundSeries'][]
      books: components['schemas']['FoundBook'][]
      people: components['schemas']['Person'][]
      genres: components['schemas']['FoundLabel'][]
      tags: components['schemas']['FoundLabel'][]
    }
    /** PageOfPerson */
    PageOfPerson: {
      data: components['schemas']['Person'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** ProgressUpdate */
    ProgressUpdate: {
      /**
       * Format: int32
       * @description From 1; past the end means the last page
       */
      currentPage: number
      progressPercentage?: number | null
      completed?: boolean | null
      /** @description Name or id of the reading device */
      device?: string
      /** Format: date-time */
      happenedAt?: string
    }
    /** PageOfReadProgress */
    PageOfReadProgress: {
      data: components['schemas']['ReadProgress'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** Marked */
    Marked: {
      /**
       * Format: int64
       * @description Books that changed
       */
      count: number
      message: string
    }
    /** Locator */
    Locator: {
      href: string
      type: string
      title?: string | null
      locations: {
        progression?: number | null
        totalProgression?: number | null
        position?: number | null
      } & {
        [key: string]: unknown
      }
    } & {
      [key: string]: unknown
    }
    /** Progression */
    Progression: {
      device: {
        id: string
        name: string
      } | null
      /** Format: date-time */
      modified: string
      locator: components['schemas']['Locator']
    }
    /** ProgressionUpdate */
    ProgressionUpdate: {
      device?: {
        id: string
        name?: string
      } | null
      /** Format: date-time */
      modified: string
      locator: components['schemas']['Locator']
    }
    /** ReadHistory */
    ReadHistory: {
      /** Format: int64 */
      readCount: number
      lastCompletedAt: string | null
      /** @description Newest first */
      entries: {
        /**
         * Format: uuid
         * @description UUID
         */
        id: string
        /** Format: int64 */
        pass: number
        /** Format: date-time */
        startedAt: string
        /** Format: date-time */
        completedAt: string
      }[]
    }
    /** BulkMarked */
    BulkMarked: {
      /**
       * Format: int64
       * @description Books that changed
       */
      count: number
      /** @description Those that are not there, or not for you */
      problems: components['schemas']['BulkProblem'][]
      message: string
    }
    /** BooksToMark */
    BooksToMark: {
      bookIds: string[]
    }
    /** SeriesToMark */
    SeriesToMark: {
      seriesIds: string[]
    }
    /** WantToReadEntry */
    WantToReadEntry: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /** @enum {string} */
      itemType: 'series' | 'book'
      seriesId: string | null
      bookId: string | null
      title: string
      /**
       * Format: int64
       * @description Place in the queue, from 1
       */
      position: number
      /** Format: date-time */
      addedAt: string
    }
    /** PageOfWantToReadEntry */
    PageOfWantToReadEntry: {
      data: components['schemas']['WantToReadEntry'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** ScopedPreferences */
    ScopedPreferences: {
      /** @enum {string} */
      scope: 'user' | 'library' | 'series' | 'book'
      id: string | null
      preferences: {
        /** @enum {string} */
        'ui.theme'?: 'system' | 'light' | 'dark' | 'oled' | 'eink'
        /** @description BCP 47 */
        'ui.language'?: string
        /** @enum {string} */
        'ui.motion'?: 'system' | 'reduced' | 'full'
        /** @enum {string} */
        'ui.sidebar'?: 'open' | 'narrow' | 'hidden'
        'ui.libraryOrder'?: string[]
        'ui.landing'?: string
        'ui.hideUnreadCovers'?: boolean
        'ui.hintsSeen'?: string[]
        /** @enum {string} */
        'list.view'?: 'grid' | 'table'
        /** @enum {string} */
        'list.density'?: 'compact' | 'normal' | 'comfortable'
        /** Format: int32 */
        'list.coverSize'?: number
        'list.sort'?: string
        'list.columns'?: string[]
        'home.order'?: string[]
        'home.hidden'?: string[]
        /** @enum {string} */
        'reader.mode'?: 'paged' | 'continuous' | 'webtoon'
        /** @enum {string} */
        'reader.direction'?: 'ltr' | 'rtl' | 'ttb'
        /** @enum {string} */
        'reader.fit'?: 'screen' | 'width' | 'height' | 'original'
        /** @enum {string} */
        'reader.spread'?: 'auto' | 'single' | 'double'
        'reader.shiftedAt'?: number[]
        'reader.coverAlone'?: boolean
        /** @enum {string} */
        'reader.widePages'?: 'whole' | 'split' | 'turned'
        /** @enum {string} */
        'reader.background'?: 'auto' | 'black' | 'gray' | 'white' | 'paper'
        'reader.trim'?: boolean
        /** Format: int32 */
        'reader.brightness'?: number
        /** Format: int32 */
        'reader.contrast'?: number
        'reader.grayscale'?: boolean
        'reader.invert'?: boolean
        /** Format: int32 */
        'reader.preload'?: number
        /** Format: int32 */
        'reader.gap'?: number
        /** Format: int32 */
        'reader.width'?: number
        /** @enum {string} */
        'reader.tapZones'?: 'edges' | 'left-right' | 'bands' | 'off'
        /** @enum {string} */
        'reader.animation'?: 'none' | 'slide' | 'fade'
        /** @enum {string} */
        'reader.quality'?: 'original' | 'fitting'
        /** @enum {string} */
        'epub.theme'?: 'auto' | 'light' | 'sepia' | 'gray' | 'dark' | 'black'
        'epub.font'?: string
        /** Format: int32 */
        'epub.fontSize'?: number
        'epub.lineHeight'?: number
        'epub.letterSpacing'?: number
        'epub.wordSpacing'?: number
        'epub.paragraphSpacing'?: number
        /** Format: int32 */
        'epub.margins'?: number
        /** @enum {string} */
        'epub.columns'?: 'auto' | 'one' | 'two'
        /** @enum {string} */
        'epub.flow'?: 'paged' | 'scrolled'
        /** @enum {string} */
        'epub.align'?: 'publisher' | 'start' | 'justify'
        'epub.hyphens'?: boolean
        'epub.publisherStyles'?: boolean
        /** @enum {string} */
        'epub.writingMode'?: 'auto' | 'horizontal' | 'vertical'
      }
    }
    /** PreferenceValues */
    PreferenceValues: {
      'ui.theme'?: ('system' | 'light' | 'dark' | 'oled' | 'eink') | null
      'ui.language'?: string | null
      'ui.motion'?: ('system' | 'reduced' | 'full') | null
      'ui.sidebar'?: ('open' | 'narrow' | 'hidden') | null
      'ui.libraryOrder'?: string[] | null
      'ui.landing'?: string | null
      'ui.hideUnreadCovers'?: boolean | null
      'ui.hintsSeen'?: string[] | null
      'list.view'?: ('grid' | 'table') | null
      'list.density'?: ('compact' | 'normal' | 'comfortable') | null
      'list.coverSize'?: number | null
      'list.sort'?: string | null
      'list.columns'?: string[] | null
      'home.order'?: string[] | null
      'home.hidden'?: string[] | null
      'reader.mode'?: ('paged' | 'continuous' | 'webtoon') | null
      'reader.direction'?: ('ltr' | 'rtl' | 'ttb') | null
      'reader.fit'?: ('screen' | 'width' | 'height' | 'original') | null
      'reader.spread'?: ('auto' | 'single' | 'double') | null
      'reader.shiftedAt'?: number[] | null
      'reader.coverAlone'?: boolean | null
      'reader.widePages'?: ('whole' | 'split' | 'turned') | null
      'reader.background'?: ('auto' | 'black' | 'gray' | 'white' | 'paper') | null
      'reader.trim'?: boolean | null
      'reader.brightness'?: number | null
      'reader.contrast'?: number | null
      'reader.grayscale'?: boolean | null
      'reader.invert'?: boolean | null
      'reader.preload'?: number | null
      'reader.gap'?: number | null
      'reader.width'?: number | null
      'reader.tapZones'?: ('edges' | 'left-right' | 'bands' | 'off') | null
      'reader.animation'?: ('none' | 'slide' | 'fade') | null
      'reader.quality'?: ('original' | 'fitting') | null
      'epub.theme'?: ('auto' | 'light' | 'sepia' | 'gray' | 'dark' | 'black') | null
      'epub.font'?: string | null
      'epub.fontSize'?: number | null
      'epub.lineHeight'?: number | null
      'epub.letterSpacing'?: number | null
      'epub.wordSpacing'?: number | null
      'epub.paragraphSpacing'?: number | null
      'epub.margins'?: number | null
      'epub.columns'?: ('auto' | 'one' | 'two') | null
      'epub.flow'?: ('paged' | 'scrolled') | null
      'epub.align'?: ('publisher' | 'start' | 'justify') | null
      'epub.hyphens'?: boolean | null
      'epub.publisherStyles'?: boolean | null
      'epub.writingMode'?: ('auto' | 'horizontal' | 'vertical') | null
    }
    /** ScopedPreferencesRequest */
    ScopedPreferencesRequest: {
      preferences: components['schemas']['PreferenceValues']
    }
    /** ReaderSettings */
    ReaderSettings: {
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      settings: {
        'reader.mode': {
          /** @enum {string} */
          value: 'paged' | 'continuous' | 'webtoon'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.direction': {
          /** @enum {string} */
          value: 'ltr' | 'rtl' | 'ttb'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.fit': {
          /** @enum {string} */
          value: 'screen' | 'width' | 'height' | 'original'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.spread': {
          /** @enum {string} */
          value: 'auto' | 'single' | 'double'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.shiftedAt': {
          value: number[]
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.coverAlone': {
          value: boolean
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.widePages': {
          /** @enum {string} */
          value: 'whole' | 'split' | 'turned'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.background': {
          /** @enum {string} */
          value: 'auto' | 'black' | 'gray' | 'white' | 'paper'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.trim': {
          value: boolean
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.brightness': {
          /** Format: int32 */
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.contrast': {
          /** Format: int32 */
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.grayscale': {
          value: boolean
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.invert': {
          value: boolean
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.preload': {
          /** Format: int32 */
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.gap': {
          /** Format: int32 */
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.width': {
          /** Format: int32 */
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.tapZones': {
          /** @enum {string} */
          value: 'edges' | 'left-right' | 'bands' | 'off'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.animation': {
          /** @enum {string} */
          value: 'none' | 'slide' | 'fade'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'reader.quality': {
          /** @enum {string} */
          value: 'original' | 'fitting'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.theme': {
          /** @enum {string} */
          value: 'auto' | 'light' | 'sepia' | 'gray' | 'dark' | 'black'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.font': {
          value: string
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.fontSize': {
          /** Format: int32 */
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.lineHeight': {
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.letterSpacing': {
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.wordSpacing': {
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.paragraphSpacing': {
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.margins': {
          /** Format: int32 */
          value: number
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.columns': {
          /** @enum {string} */
          value: 'auto' | 'one' | 'two'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.flow': {
          /** @enum {string} */
          value: 'paged' | 'scrolled'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.align': {
          /** @enum {string} */
          value: 'publisher' | 'start' | 'justify'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.hyphens': {
          value: boolean
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.publisherStyles': {
          value: boolean
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
        'epub.writingMode': {
          /** @enum {string} */
          value: 'auto' | 'horizontal' | 'vertical'
          /** @enum {string} */
          source:
            | 'book'
            | 'series'
            | 'library'
            | 'seriesMetadata'
            | 'libraryDirection'
            | 'user'
            | 'default'
        }
      }
    }
    /** UserPreference */
    UserPreference: {
      key: string
      value: unknown
      /** @enum {string} */
      valueType: 'string' | 'integer' | 'float' | 'boolean' | 'json'
      /** Format: date-time */
      updatedAt: string
    }
    /** UserPreferences */
    UserPreferences: {
      preferences: components['schemas']['UserPreference'][]
    }
    /** SetPreferencesAnswer */
    SetPreferencesAnswer: {
      /** Format: int64 */
      updated: number
      preferences: components['schemas']['UserPreference'][]
    }
    /** SetPreferencesRequest */
    SetPreferencesRequest: {
      preferences: components['schemas']['PreferenceValues']
    }
    /** SetPreferenceRequest */
    SetPreferenceRequest: {
      value: unknown
    }
    /** PreferenceRemoved */
    PreferenceRemoved: {
      deleted: boolean
      message: string
    }
    /** Bookmark */
    Bookmark: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      bookId: string
      bookTitle: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      seriesName: string
      page: number | null
      locator: components['schemas']['Locator'] | null
      note: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** PageOfBookmark */
    PageOfBookmark: {
      data: components['schemas']['Bookmark'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** BookmarkCreation */
    BookmarkCreation: {
      page?: number | null
      locator?: components['schemas']['Locator'] | null
      note?: string | null
    }
    /** BookmarkPatch */
    BookmarkPatch: {
      note?: string | null
    }
    /** DuplicateBook */
    DuplicateBook: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      seriesName: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      path: string | null
      fileFormat: string | null
      /** Format: int64 */
      fileSize: number
      /** Format: int64 */
      pageCount: number
      /** Format: date-time */
      createdAt: string
    }
    /** DuplicateGroup */
    DuplicateGroup: {
      /**
       * Format: uuid
       * @description Of one of its books; any of them names the group
       */
      id: string
      /** @enum {string} */
      reason: 'same_file' | 'same_content'
      /** @description Why they are equal, for people */
      explanation: string
      /**
       * Format: int64
       * @description Books in the group, as far as you may see them
       */
      duplicateCount: number
      /**
       * Format: int64
       * @description Bytes of all of them
       */
      totalSize: number
      /**
       * Format: int64
       * @description Bytes of all but the largest
       */
      spareSize: number
      dismissedAt: string | null
      bookIds: string[]
      /** @description The oldest first, at most 100 */
      books: components['schemas']['DuplicateBook'][]
    }
    /** PageOfDuplicateGroup */
    PageOfDuplicateGroup: {
      data: components['schemas']['DuplicateGroup'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** TrashedBook */
    TrashedBook: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      /**
       * Format: uuid
       * @description UUID
       */
      seriesId: string
      seriesName: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      path: string | null
      fileFormat: string | null
      /** Format: int64 */
      fileSize: number
      /** Format: int64 */
      pageCount: number
      /**
       * Format: int64
       * @description People who have read in it
       */
      readBy: number
      /** @enum {string} */
      reason: 'missing' | 'removed'
      restorable: boolean
      /** Format: date-time */
      trashedAt: string
      missingSince: string | null
    }
    /** PageOfTrashedBook */
    PageOfTrashedBook: {
      data: components['schemas']['TrashedBook'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** TrashedSeries */
    TrashedSeries: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      title: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      libraryName: string
      path: string | null
      /**
       * Format: int64
       * @description Its books, all in the trash
       */
      bookCount: number
      /**
       * Format: int64
       * @description Those of them whose files are there
       */
      restorableCount: number
      /**
       * Format: int64
       * @description People who have read in it
       */
      readBy: number
      /** Format: date-time */
      trashedAt: string
    }
    /** PageOfTrashedSeries */
    PageOfTrashedSeries: {
      data: components['schemas']['TrashedSeries'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** Restored */
    Restored: {
      /**
       * Format: int64
       * @description Books that are back
       */
      restored: number
      /**
       * Format: int64
       * @description Books whose files are missing: they come back with them
       */
      missing: number
    }
    /** Purge */
    Purge: {
      /**
       * Format: uuid
       * @description Of the task, too
       */
      id: string
      /** @enum {string} */
      kind: 'book' | 'series' | 'library'
      /**
       * Format: uuid
       * @description UUID
       */
      targetId: string
      /**
       * Format: uuid
       * @description UUID
       */
      libraryId: string
      name: string
      /** @enum {string} */
      status: 'pending' | 'running' | 'completed' | 'failed'
      /** Format: int64 */
      booksPurged: number
      /** Format: int64 */
      seriesPurged: number
      backup: string | null
      message: string | null
      /** Format: date-time */
      createdAt: string
      startedAt: string | null
      completedAt: string | null
    }
    /** PurgeRequest */
    PurgeRequest: {
      /** @description Title or name of what is to be deleted, typed */
      name: string
    }
    /** PageOfPurge */
    PageOfPurge: {
      data: components['schemas']['Purge'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** SignedInUser */
    SignedInUser: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      username: string
      email: string
      emailVerified: boolean
      /** @enum {string} */
      role: 'reader' | 'maintainer' | 'admin'
      /** @description Beyond those of the role */
      permissions: (
        | 'libraries:read'
        | 'libraries:write'
        | 'libraries:delete'
        | 'series:read'
        | 'series:write'
        | 'series:delete'
        | 'books:read'
        | 'books:write'
        | 'books:delete'
        | 'pages:read'
        | 'progress:read'
        | 'progress:write'
        | 'collections:read'
        | 'collections:write'
        | 'collections:delete'
        | 'readlists:read'
        | 'readlists:write'
        | 'readlists:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'api-keys:delete'
        | 'tasks:read'
        | 'tasks:write'
        | 'plugins:manage'
        | 'metrics:read'
        | 'system:health'
        | 'system:admin'
      )[]
      /** @description Everything this sign-in may do: role and permissions, cut down by an API key */
      effectivePermissions: (
        | 'libraries:read'
        | 'libraries:write'
        | 'libraries:delete'
        | 'series:read'
        | 'series:write'
        | 'series:delete'
        | 'books:read'
        | 'books:write'
        | 'books:delete'
        | 'pages:read'
        | 'progress:read'
        | 'progress:write'
        | 'collections:read'
        | 'collections:write'
        | 'collections:delete'
        | 'readlists:read'
        | 'readlists:write'
        | 'readlists:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'api-keys:delete'
        | 'tasks:read'
        | 'tasks:write'
        | 'plugins:manage'
        | 'metrics:read'
        | 'system:health'
        | 'system:admin'
      )[]
    }
    /** SignedIn */
    SignedIn: {
      accessToken: string
      refreshToken: string
      /** @constant */
      tokenType: 'Bearer'
      /**
       * Format: int64
       * @description Seconds until the access token ends
       */
      expiresIn: number
      user: components['schemas']['SignedInUser']
    }
    /** Login */
    Login: {
      /** @description User name or e-mail address */
      username: string
      password: string
    }
    /** Tokens */
    Tokens: {
      accessToken: string
      refreshToken: string
      /** @constant */
      tokenType: 'Bearer'
      /**
       * Format: int64
       * @description Seconds until the access token ends
       */
      expiresIn: number
    }
    /** Session */
    Session: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /** @enum {string} */
      kind: 'browser' | 'app'
      userAgent: string | null
      address: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      lastUsedAt: string
      /** Format: date-time */
      expiresAt: string
      isCurrent: boolean
    }
    /** SessionsEnded */
    SessionsEnded: {
      /** Format: int64 */
      endedCount: number
    }
    /** User */
    User: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      username: string
      email: string
      /** @enum {string} */
      role: 'reader' | 'maintainer' | 'admin'
      /** @description Beyond those of the role */
      permissions: (
        | 'libraries:read'
        | 'libraries:write'
        | 'libraries:delete'
        | 'series:read'
        | 'series:write'
        | 'series:delete'
        | 'books:read'
        | 'books:write'
        | 'books:delete'
        | 'pages:read'
        | 'progress:read'
        | 'progress:write'
        | 'collections:read'
        | 'collections:write'
        | 'collections:delete'
        | 'readlists:read'
        | 'readlists:write'
        | 'readlists:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'api-keys:delete'
        | 'tasks:read'
        | 'tasks:write'
        | 'plugins:manage'
        | 'metrics:read'
        | 'system:health'
        | 'system:admin'
      )[]
      isActive: boolean
      lastLoginAt: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** PageOfUser */
    PageOfUser: {
      data: components['schemas']['User'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** UserCreation */
    UserCreation: {
      /** @description Used to sign in; "Ann" and "ann" are the same */
      username: string
      email: string
      /** @description At least 8 characters */
      password: string
      /** @enum {string} */
      role?: 'reader' | 'maintainer' | 'admin'
      permissions?: (
        | 'libraries:read'
        | 'libraries:write'
        | 'libraries:delete'
        | 'series:read'
        | 'series:write'
        | 'series:delete'
        | 'books:read'
        | 'books:write'
        | 'books:delete'
        | 'pages:read'
        | 'progress:read'
        | 'progress:write'
        | 'collections:read'
        | 'collections:write'
        | 'collections:delete'
        | 'readlists:read'
        | 'readlists:write'
        | 'readlists:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'api-keys:delete'
        | 'tasks:read'
        | 'tasks:write'
        | 'plugins:manage'
        | 'metrics:read'
        | 'system:health'
        | 'system:admin'
      )[]
    }
    /** UserPatch */
    UserPatch: {
      username?: string | null
      email?: string | null
      password?: string | null
      role?: ('reader' | 'maintainer' | 'admin') | null
      permissions?:
        | (
            | 'libraries:read'
            | 'libraries:write'
            | 'libraries:delete'
            | 'series:read'
            | 'series:write'
            | 'series:delete'
            | 'books:read'
            | 'books:write'
            | 'books:delete'
            | 'pages:read'
            | 'progress:read'
            | 'progress:write'
            | 'collections:read'
            | 'collections:write'
            | 'collections:delete'
            | 'readlists:read'
            | 'readlists:write'
            | 'readlists:delete'
            | 'users:read'
            | 'users:write'
            | 'users:delete'
            | 'api-keys:read'
            | 'api-keys:write'
            | 'api-keys:delete'
            | 'tasks:read'
            | 'tasks:write'
            | 'plugins:manage'
            | 'metrics:read'
            | 'system:health'
            | 'system:admin'
          )[]
        | null
      isActive?: boolean | null
    }
    /** RoleRights */
    RoleRights: {
      /** @enum {string} */
      role: 'reader' | 'maintainer' | 'admin'
      permissions: (
        | 'libraries:read'
        | 'libraries:write'
        | 'libraries:delete'
        | 'series:read'
        | 'series:write'
        | 'series:delete'
        | 'books:read'
        | 'books:write'
        | 'books:delete'
        | 'pages:read'
        | 'progress:read'
        | 'progress:write'
        | 'collections:read'
        | 'collections:write'
        | 'collections:delete'
        | 'readlists:read'
        | 'readlists:write'
        | 'readlists:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'api-keys:delete'
        | 'tasks:read'
        | 'tasks:write'
        | 'plugins:manage'
        | 'metrics:read'
        | 'system:health'
        | 'system:admin'
      )[]
    }
    /** UserLibraries */
    UserLibraries: {
      libraryIds: string[] | null
    }
    /** ApiKey */
    ApiKey: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      userId: string
      name: string
      /** @description The beginning of the key, to recognise it by */
      keyPrefix: string
      permissions: (
        | 'libraries:read'
        | 'libraries:write'
        | 'libraries:delete'
        | 'series:read'
        | 'series:write'
        | 'series:delete'
        | 'books:read'
        | 'books:write'
        | 'books:delete'
        | 'pages:read'
        | 'progress:read'
        | 'progress:write'
        | 'collections:read'
        | 'collections:write'
        | 'collections:delete'
        | 'readlists:read'
        | 'readlists:write'
        | 'readlists:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'api-keys:delete'
        | 'tasks:read'
        | 'tasks:write'
        | 'plugins:manage'
        | 'metrics:read'
        | 'system:health'
        | 'system:admin'
      )[]
      isActive: boolean
      expiresAt: string | null
      lastUsedAt: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
    }
    /** PageOfApiKey */
    PageOfApiKey: {
      data: components['schemas']['ApiKey'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** NewApiKey */
    NewApiKey: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /**
       * Format: uuid
       * @description UUID
       */
      userId: string
      name: string
      /** @description The beginning of the key, to recognise it by */
      keyPrefix: string
      permissions: (
        | 'libraries:read'
        | 'libraries:write'
        | 'libraries:delete'
        | 'series:read'
        | 'series:write'
        | 'series:delete'
        | 'books:read'
        | 'books:write'
        | 'books:delete'
        | 'pages:read'
        | 'progress:read'
        | 'progress:write'
        | 'collections:read'
        | 'collections:write'
        | 'collections:delete'
        | 'readlists:read'
        | 'readlists:write'
        | 'readlists:delete'
        | 'users:read'
        | 'users:write'
        | 'users:delete'
        | 'api-keys:read'
        | 'api-keys:write'
        | 'api-keys:delete'
        | 'tasks:read'
        | 'tasks:write'
        | 'plugins:manage'
        | 'metrics:read'
        | 'system:health'
        | 'system:admin'
      )[]
      isActive: boolean
      expiresAt: string | null
      lastUsedAt: string | null
      /** Format: date-time */
      createdAt: string
      /** Format: date-time */
      updatedAt: string
      /** @description The key itself; it is shown only this once */
      key: string
    }
    /** ApiKeyCreation */
    ApiKeyCreation: {
      name: string
      permissions?:
        | (
            | 'libraries:read'
            | 'libraries:write'
            | 'libraries:delete'
            | 'series:read'
            | 'series:write'
            | 'series:delete'
            | 'books:read'
            | 'books:write'
            | 'books:delete'
            | 'pages:read'
            | 'progress:read'
            | 'progress:write'
            | 'collections:read'
            | 'collections:write'
            | 'collections:delete'
            | 'readlists:read'
            | 'readlists:write'
            | 'readlists:delete'
            | 'users:read'
            | 'users:write'
            | 'users:delete'
            | 'api-keys:read'
            | 'api-keys:write'
            | 'api-keys:delete'
            | 'tasks:read'
            | 'tasks:write'
            | 'plugins:manage'
            | 'metrics:read'
            | 'system:health'
            | 'system:admin'
          )[]
        | null
      expiresAt?: string | null
    }
    /** ApiKeyPatch */
    ApiKeyPatch: {
      name?: string | null
      permissions?:
        | (
            | 'libraries:read'
            | 'libraries:write'
            | 'libraries:delete'
            | 'series:read'
            | 'series:write'
            | 'series:delete'
            | 'books:read'
            | 'books:write'
            | 'books:delete'
            | 'pages:read'
            | 'progress:read'
            | 'progress:write'
            | 'collections:read'
            | 'collections:write'
            | 'collections:delete'
            | 'readlists:read'
            | 'readlists:write'
            | 'readlists:delete'
            | 'users:read'
            | 'users:write'
            | 'users:delete'
            | 'api-keys:read'
            | 'api-keys:write'
            | 'api-keys:delete'
            | 'tasks:read'
            | 'tasks:write'
            | 'plugins:manage'
            | 'metrics:read'
            | 'system:health'
            | 'system:admin'
          )[]
        | null
      isActive?: boolean | null
      expiresAt?: string | null
    }
    /** SetupStatus */
    SetupStatus: {
      setupRequired: boolean
      hasUsers: boolean
      registrationEnabled: boolean
    }
    /** Setup */
    Setup: {
      token: string
      /** @description Used to sign in; "Ann" and "ann" are the same */
      username: string
      email: string
      /** @description At least 8 characters */
      password: string
    }
    /** Metrics */
    Metrics: {
      version: string
      /** Format: date-time */
      startedAt: string
      uptimeSeconds: number
      /**
       * Format: date-time
       * @description When what is in the database was counted
       */
      inventoryAt: string
      process: {
        /** @description Processor time used since the start */
        cpuSeconds: number
        /**
         * Format: int64
         * @description Memory in use, with mapped files
         */
        residentBytes: number
        anonymousBytes: number | null
        openFiles: number | null
        maxOpenFiles: number | null
        eventLoopLagSeconds: {
          mean: number
          p50: number
          p99: number
          /** @description Of the last minute or two */
          max: number
        }
      }
      requests: {
        /**
         * Format: int64
         * @description All requests since the start of this process
         */
        count: number
        totalSeconds: number
        byRoute: {
          method: string
          /** @description The pattern of the route; "none" where there is none */
          route: string
          /** Format: int64 */
          status: number
          /** Format: int64 */
          count: number
          totalSeconds: number
        }[]
      }
      database: {
        /** @enum {string} */
        type: 'sqlite' | 'postgres'
        /** Format: int64 */
        sizeBytes: number
        pool: {
          /**
           * Format: int64
           * @description Most connections of one process
           */
          max: number
          /**
           * Format: int64
           * @description Connections of all Quire processes
           */
          open: number
          /**
           * Format: int64
           * @description Of these, how many run a statement
           */
          active: number
        } | null
      }
      inventory: {
        /** Format: int64 */
        libraryCount: number
        /** Format: int64 */
        seriesCount: number
        /** Format: int64 */
        bookCount: number
        /** Format: int64 */
        pageCount: number
        /**
         * Format: int64
         * @description Bytes
         */
        totalBookSize: number
        /** Format: int64 */
        userCount: number
        libraries: {
          /**
           * Format: uuid
           * @description UUID
           */
          id: string
          name: string
          /** Format: int64 */
          seriesCount: number
          /** Format: int64 */
          bookCount: number
          /** Format: int64 */
          pageCount: number
          /**
           * Format: int64
           * @description Bytes
           */
          totalSize: number
        }[]
      }
      jobs: {
        kind: string
        /** Format: int64 */
        ready: number
        /** Format: int64 */
        running: number
        /** Format: int64 */
        done: number
        /** Format: int64 */
        failed: number
        /** Format: int64 */
        cancelled: number
        meanSeconds: number | null
        maxSeconds: number | null
      }[]
      scans: {
        /** Format: int64 */
        running: number
        /**
         * Format: int64
         * @description Of the last 90 days, as the next members
         */
        completed: number
        /** Format: int64 */
        failed: number
        /** Format: int64 */
        filesProcessed: number
        totalSeconds: number
        filesPerSecond: number | null
      }
      thumbnails: {
        /**
         * Format: int64
         * @description Thumbnails there are
         */
        stored: number
        /** Format: int64 */
        storedBytes: number
        /**
         * Format: int64
         * @description Books of which none can be made
         */
        failed: number
        /**
         * Format: int64
         * @description Since the start of this process, as the next members
         */
        made: number
        /** Format: int64 */
        served: number
        /**
         * Format: int64
         * @description The client had them already
         */
        unchanged: number
        /** Format: int64 */
        placeholders: number
      }
      caches: {
        name: string
        /** Format: int64 */
        hits: number
        /** Format: int64 */
        misses: number
      }[]
      loginsRefused: {
        /** Format: int64 */
        wrong: number
        /** Format: int64 */
        throttled: number
      }
    }
    /** ServerInfo */
    ServerInfo: {
      /** @description ISO 8601 */
      startedAt: string
      /** Format: int64 */
      uptimeSeconds: number
      /** @description linux-x64 … */
      platform: string
      runtime: string
      /** Format: int64 */
      processId: number
      /** @enum {string} */
      databaseType: 'sqlite' | 'postgres'
      databaseVersion: string
      /** Format: int64 */
      databaseBytes: number
      dataDir: string
      dataBytes: number | null
      dataFiles: number | null
      freeBytes: number | null
    }
    /** Info */
    Info: {
      name: string
      version: string
      /** @description Of schedules that name none, such as Europe/Berlin */
      timeZone: string
      server: components['schemas']['ServerInfo'] | null
    }
    /** LogLine */
    LogLine: {
      /**
       * Format: int64
       * @description Grows with each line of this process
       */
      id: number
      /** @enum {string} */
      level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
      /** @description ISO 8601 */
      time: string
      message: string
      fields: {
        [key: string]: unknown
      }
    }
    /** Logs */
    Logs: {
      /** @description The latest that fit, in the order they were written */
      lines: components['schemas']['LogLine'][]
      /**
       * Format: int64
       * @description For `after`, to ask for what follows
       */
      latestId: number
      /** @enum {string} */
      level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
    }
    /** Task */
    Task: {
      /**
       * Format: uuid
       * @description UUID
       */
      id: string
      /** @description What kind of work it is */
      taskType: string
      /** @enum {string} */
      status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
      /**
       * Format: int32
       * @description Higher goes first
       */
      priority: number
      /** Format: int32 */
      attempts: number
      /** Format: int32 */
      maxAttempts: number
      params: unknown
      lastError: string | null
      /**
       * Format: date-time
       * @description Not begun before this moment
       */
      scheduledFor: string
      lockedUntil: string | null
      /** Format: date-time */
      createdAt: string
      startedAt: string | null
      completedAt: string | null
    }
    /** PageOfTask */
    PageOfTask: {
      data: components['schemas']['Task'][]
      /**
       * Format: int64
       * @description Number of this page, from 1
       */
      page: number
      /** Format: int64 */
      pageSize: number
      /**
       * Format: int64
       * @description Items on all pages
       */
      total: number
      /** Format: int64 */
      totalPages: number
      links: components['schemas']['PageLinks']
    }
    /** TaskCounts */
    TaskCounts: {
      /** Format: int64 */
      pending: number
      /** Format: int64 */
      processing: number
      /** Format: int64 */
      completed: number
      /** Format: int64 */
      failed: number
      /** Format: int64 */
      cancelled: number
      /**
       * Format: int64
       * @description Of those in processing: not heard of for too long
       */
      stale: number
      /** Format: int64 */
      total: number
    }
    /** TaskStats */
    TaskStats: {
      /** Format: int64 */
      pending: number
      /** Format: int64 */
      processing: number
      /** Format: int64 */
      completed: number
      /** Format: int64 */
      failed: number
      /** Format: int64 */
      cancelled: number
      /**
       * Format: int64
       * @description Of those in processing: not heard of for too long
       */
      stale: number
      /** Format: int64 */
      total: number
      byType: {
        [key: string]: components['schemas']['TaskCounts']
      }
    }
  }
  responses: {
    /** @description The request is not valid; details name each member */
    Invalid: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description Sign in first */
    Unauthenticated: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description Your rights do not reach that far */
    Forbidden: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
    /** @description There is nothing here, or you may not see it */
    NotFound: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Error']
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  getHealth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            status: 'ok'
          }
        }
      }
      /** @description Not available now */
      503: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            status: 'unavailable'
            failing: string[]
          }
        }
      }
    }
  }
  getHealthLive: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            status: 'ok'
          }
        }
      }
    }
  }
  listLibraries: {
    parameters: {
      query?: {
        trashed?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Library'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  addLibrary: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewLibrary']
      }
    }
    responses: {
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Library']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getLibrary: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Library']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteLibrary: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateLibrary: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['LibraryPatch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Library']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getFilesystemBrowse: {
    parameters: {
      query?: {
        path?: string
        search?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Folder']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  libraryRestore: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Library']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSideFileProblems: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfSideFileProblem']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listNameRules: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Only the corrections that count in this library */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfNameRule']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  addNameRule: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewNameRule']
      }
    }
    responses: {
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NameRule']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getNameRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NameRule']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteNameRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateNameRule: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NameRulePatch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NameRule']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  libraryScan: {
    parameters: {
      query?: {
        mode?: 'normal' | 'deep'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Scan']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  libraryConfirm: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Scan']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listLibraryScans: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfScan']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getLibraryScan: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the library */
        id: string
        /** @description UUID */
        scanId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Scan']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  libraryScanCancel: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the library */
        id: string
        /** @description UUID */
        scanId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Scan']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getFilesystemPreview: {
    parameters: {
      query: {
        /** @description Absolute path of a folder */
        path: string
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FolderPreview']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getLibraryScansPreview: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScanPreview']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addLibraryScansPreview: {
    parameters: {
      query?: {
        mode?: 'normal' | 'deep'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScanPreview']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listLibraryScanChanges: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        kind?: 'added' | 'changed' | 'moved' | 'missing' | 'returned' | 'series_moved'
      }
      header?: never
      path: {
        /** @description Id of the library */
        id: string
        /** @description UUID */
        scanId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfScanChange']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getLibraryScanUndo: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the library */
        id: string
        /** @description UUID */
        scanId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScanUndo']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addLibraryScanUndo: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the library */
        id: string
        /** @description UUID */
        scanId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScanUndo']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listLibraryIgnored: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfIgnoredFile']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteLibraryIgnored: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the library */
        id: string
        /** @description UUID */
        ignoredId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  bookAnalyze: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Analysis']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesAnalyze: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Analysis']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  libraryAnalyze: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Analysis']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  booksRetryAllErrors: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['RetryFindings']
      }
    }
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Analysis']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  libraryStrategiesPreview: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Strategies']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NamingPreview']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  nameRulesPreview: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NameRuleToPreview']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NamingPreview'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getBookParse: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookParse']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSeries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        genres?: string | string[]
        tags?: string | string[]
        status?: string | string[]
        readStatus?: string | string[]
        tracked?: 'true' | 'false'
        /** @description Words that begin alike in titles, people, publisher */
        search?: string
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfSeries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listSeriesFull: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        genres?: string | string[]
        tags?: string | string[]
        status?: string | string[]
        readStatus?: string | string[]
        tracked?: 'true' | 'false'
        /** @description Words that begin alike in titles, people, publisher */
        search?: string
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfSeries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesSearch: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          query: string
          libraryId?: string | null
          full?: boolean
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesList: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        full?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SeriesListRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfSeries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesListAlphabeticalGroups: {
    parameters: {
      query?: {
        sort?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SeriesListRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlphabeticalGroup'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesListFacets: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SeriesFacetsRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Facet'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  updateSeriesBulkMetadata: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkSeriesMetadataRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  setSeriesBulkMetadataLocks: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkSeriesLocksRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesBulkTrackForReleases: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkSeriesRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesBulkUntrackForReleases: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkSeriesRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listSeriesInProgress: {
    parameters: {
      query?: {
        limit?: number
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listSeriesRecentlyAdded: {
    parameters: {
      query?: {
        limit?: number
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listSeriesRecentlyUpdated: {
    parameters: {
      query?: {
        limit?: number
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listLibrarySeries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        genres?: string | string[]
        tags?: string | string[]
        status?: string | string[]
        readStatus?: string | string[]
        tracked?: 'true' | 'false'
        /** @description Words that begin alike in titles, people, publisher */
        search?: string
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfSeries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listLibrarySeriesInProgress: {
    parameters: {
      query?: {
        limit?: number
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listLibrarySeriesRecentlyAdded: {
    parameters: {
      query?: {
        limit?: number
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listLibrarySeriesRecentlyUpdated: {
    parameters: {
      query?: {
        limit?: number
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeries: {
    parameters: {
      query?: {
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeries: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateSeries: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          title?: string | null
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesTitle']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesFull: {
    parameters: {
      query?: {
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Series']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesTracking: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Tracking']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateSeriesTracking: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['TrackingPatch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Tracking']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getMissingNumbers: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['MissingNumbers']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesNumbers: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesNumbers']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesMetadataAnswer']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setSeriesMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SeriesMetadataBody']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesMetadataAnswer']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesMetadataAnswer']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateSeriesMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SeriesMetadataBody']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesMetadataAnswer']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesMetadataLocks: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesLocks']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setSeriesMetadataLocks: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          ageRating?: boolean | null
          alternateTitles?: boolean | null
          authorsJsonLock?: boolean | null
          cover?: boolean | null
          customMetadata?: boolean | null
          genres?: boolean | null
          imprint?: boolean | null
          language?: boolean | null
          publisher?: boolean | null
          readingDirection?: boolean | null
          status?: boolean | null
          summary?: boolean | null
          tags?: boolean | null
          title?: boolean | null
          titleSort?: boolean | null
          totalChapterCount?: boolean | null
          totalVolumeCount?: boolean | null
          year?: boolean | null
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesLocks']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesMetadataSources: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesMetadataSources']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listGenres: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Only names that contain this */
        search?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfLabel']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  deleteGenre: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listTags: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Only names that contain this */
        search?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfLabel']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  deleteTag: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  genresCleanup: {
    parameters: {
      query?: {
        dryRun?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** Format: int64 */
            deletedCount: number
            /** @description The first 100 of them, by name */
            deletedNames: string[]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  tagsCleanup: {
    parameters: {
      query?: {
        dryRun?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** Format: int64 */
            deletedCount: number
            /** @description The first 100 of them, by name */
            deletedNames: string[]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listSeriesGenres: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            genres: components['schemas']['Label'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setSeriesGenres: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          genres: string[]
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            genres: components['schemas']['Label'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addSeriesGenre: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          name: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Label']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesGenre: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the series */
        id: string
        /** @description UUID */
        labelId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSeriesTags: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            tags: components['schemas']['Label'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setSeriesTags: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          tags: string[]
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            tags: components['schemas']['Label'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addSeriesTag: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          name: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Label']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesTag: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the series */
        id: string
        /** @description UUID */
        labelId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesBulkGenres: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkLabelsRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesBulkTags: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkLabelsRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listSeriesAlternateTitles: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            titles: components['schemas']['AlternateTitle'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addSeriesAlternateTitle: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAlternateTitle']
      }
    }
    responses: {
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlternateTitle']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesAlternateTitle: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the series */
        id: string
        /** @description UUID */
        titleId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateSeriesAlternateTitle: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the series */
        id: string
        /** @description UUID */
        titleId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['AlternateTitlePatch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlternateTitle']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSeriesExternalIds: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            externalIds: components['schemas']['ExternalId'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addSeriesExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewExternalId']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExternalId']
        }
      }
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExternalId']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesExternalId: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the series */
        id: string
        /** @description UUID */
        externalIdId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSeriesExternalLinks: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            links: components['schemas']['ExternalLink'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addSeriesExternalLink: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewExternalLink']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExternalLink']
        }
      }
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExternalLink']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesExternalLink: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the series */
        id: string
        /** @description UUID */
        linkId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSeriesExternalRatings: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            ratings: components['schemas']['ExternalRating'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addSeriesExternalRating: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewExternalRating']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExternalRating']
        }
      }
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ExternalRating']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesExternalRating: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the series */
        id: string
        /** @description Name of the source, in lower case */
        source: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  editWholeSeries: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WholeSeriesEdit']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesMetadataAnswer']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesMetadataReset: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          fields?: (
            | 'title'
            | 'titleSort'
            | 'summary'
            | 'publisher'
            | 'imprint'
            | 'status'
            | 'readingDirection'
            | 'ageRating'
            | 'language'
            | 'year'
            | 'totalChapterCount'
            | 'totalVolumeCount'
            | 'authors'
            | 'customMetadata'
            | 'genres'
            | 'tags'
            | 'alternateTitles'
            | 'externalLinks'
          )[]
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SeriesMetadataAnswer']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesBulkMetadataReset: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkSeriesRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listBooks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        readStatus?: 'unread' | 'in_progress' | 'read'
        search?: string
        hasError?: 'true' | 'false'
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
        /** @description UUID */
        seriesId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listBooksErrors: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        /** @description UUID */
        libraryId?: string
        /** @description UUID */
        seriesId?: string
        code?:
          | 'encrypted'
          | 'drm'
          | 'unreadable'
          | 'truncated'
          | 'not_what_it_says'
          | 'unsupported'
          | 'no_pages'
          | 'too_large'
          | 'unsafe_names'
          | 'broken_metadata'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  booksList: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        full?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookListRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  booksListAlphabeticalGroups: {
    parameters: {
      query?: {
        sort?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookListRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AlphabeticalGroup'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  booksListFacets: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookFacetsRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookFacet'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listSeriesBooks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        readStatus?: 'unread' | 'in_progress' | 'read'
        search?: string
        hasError?: 'true' | 'false'
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listLibraryBooks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        readStatus?: 'unread' | 'in_progress' | 'read'
        search?: string
        hasError?: 'true' | 'false'
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookDetail']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          title?: string | null
          number?: (number | string) | null
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookUpdate']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookFull: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['FullBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookAdjacent: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['AdjacentBooks']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookFile: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The whole file */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/octet-stream': string
        }
      }
      /** @description A part of the file */
      206: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/octet-stream': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
      /** @description The file is shorter than that */
      416: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  getBookMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookMetadata']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setBookMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookMetadataBody']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookMetadata']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteBookMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookMetadata']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateBookMetadata: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookMetadataBody']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookMetadata']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookMetadataLocks: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookLocks']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setBookMetadataLocks: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookLocksBody']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookLocks']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateBooksBulkMetadata: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkBookMetadataRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  setBooksBulkMetadataLocks: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkBookLocksRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  booksBulkMetadataReset: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkBooksRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getBookMetadataSources: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookMetadataSources']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  bookMetadataReset: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          fields?: (
            | 'title'
            | 'titleSort'
            | 'number'
            | 'authors'
            | 'awards'
            | 'blackAndWhite'
            | 'bookType'
            | 'chapter'
            | 'colorist'
            | 'count'
            | 'coverArtist'
            | 'customMetadata'
            | 'day'
            | 'edition'
            | 'editor'
            | 'formatDetail'
            | 'genre'
            | 'imprint'
            | 'inker'
            | 'isbns'
            | 'languageIso'
            | 'letterer'
            | 'manga'
            | 'month'
            | 'originalTitle'
            | 'originalYear'
            | 'penciller'
            | 'publisher'
            | 'seriesPosition'
            | 'seriesTotal'
            | 'subjects'
            | 'subtitle'
            | 'summary'
            | 'translator'
            | 'volume'
            | 'writer'
            | 'year'
          )[]
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookMetadata']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  editWholeBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['WholeBookEdit']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookMetadata']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listBookPages: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookPage'][]
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookPage: {
    parameters: {
      query?: {
        width?: number
        height?: number
        fit?: 'inside' | 'outside'
        format?: 'original' | 'jpeg' | 'webp' | 'avif'
        quality?: number
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
        number: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The page */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/*': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookPageThumbnail: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
        number: number
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The page, small */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/webp': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesDownload: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The archive */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/zip': string
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookManifest: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The manifest */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/webpub+json': {
            [key: string]: unknown
          }
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookPositions: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The positions */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/vnd.readium.position-list+json': {
            [key: string]: unknown
          }
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  maintenanceCleanupThumbnails: {
    parameters: {
      query?: {
        dryRun?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ThumbnailCleanUp']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getBookThumbnail: {
    parameters: {
      query?: {
        placeholder?: 'true' | 'false'
        width?: '240' | '320'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/webp': string
          'image/png': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  libraryBooksThumbnailsGenerate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            taskId: string | null
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateSeriesCoverSource: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          source: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            selectedCoverSource: string
            hasCustomCover: boolean
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  selectSeriesCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
        /** @description UUID */
        coverId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Cover']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  resetSeriesCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  usePageAsSeriesCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uuid
           * @description Of a book of this series
           */
          bookId: string
          /**
           * Format: int32
           * @description From 1
           */
          page: number
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Cover']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesThumbnail: {
    parameters: {
      query?: {
        placeholder?: 'true' | 'false'
        width?: '240' | '320'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/webp': string
          'image/png': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesCoverImage: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
        /** @description UUID */
        coverId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/webp': string
          'image/png': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listSeriesCovers: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            covers: components['schemas']['Cover'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  uploadSeriesCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Cover']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteSeriesCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
        /** @description UUID */
        coverId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  uploadBookCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'multipart/form-data': {
          /** Format: binary */
          file: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookCover']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  usePageAsBookCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: int32
           * @description From 1
           */
          page: number
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookCover']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteBookCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
        /** @description UUID */
        coverId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  selectBookCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
        /** @description UUID */
        coverId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BookCover']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  resetBookCover: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listBookCovers: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            covers: components['schemas']['BookCover'][]
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookCoverImage: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
        /** @description UUID */
        coverId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The picture */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'image/webp': string
          'image/png': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSearch: {
    parameters: {
      query: {
        /** @description Words; each begins a word of what is found */
        q: string
        /** @description Of series, books, people, genres, tags, by commas; all */
        kinds?: string
        limit?: number
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SearchResult']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listPeople: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Words; each begins a word of the name */
        q?: string
        role?: string
        /** @description UUID */
        libraryId?: string
        sort?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfPerson']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getPeople: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id, or the name as it is written */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Person']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listPeopleSeries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
      }
      header?: never
      path: {
        /** @description Id, or the name as it is written */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfSeries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listPeopleBooks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
      }
      header?: never
      path: {
        /** @description Id, or the name as it is written */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookProgress: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadProgress']
        }
      }
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setBookProgress: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProgressUpdate']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadProgress']
        }
      }
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteBookProgress: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listProgress: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfReadProgress']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  bookRead: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadProgress']
        }
      }
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  bookUnread: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesRead: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Marked']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesUnread: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Marked']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookProgression: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Progression']
        }
      }
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setBookProgression: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ProgressionUpdate']
      }
    }
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookReadHistory: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadHistory']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSeriesReadHistory: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReadHistory']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  booksBulkRead: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BooksToMark']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkMarked']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesBulkRead: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SeriesToMark']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkMarked']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  booksBulkUnread: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BooksToMark']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkMarked']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  seriesBulkUnread: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SeriesToMark']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BulkMarked']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listBooksInProgress: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listLibraryBooksInProgress: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listBooksOnDeck: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listLibraryBooksOnDeck: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listBooksRecentlyRead: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listLibraryBooksRecentlyRead: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listBooksRecentlyAdded: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listLibraryBooksRecentlyAdded: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        seriesId?: string
        full?: 'true' | 'false'
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listWantToRead: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: 'custom' | 'newest' | 'oldest'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfWantToReadEntry']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  setWantToRead: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          entryIds: string[]
        }
      }
    }
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  addWantToRead: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          seriesId?: string | null
          bookId?: string | null
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WantToReadEntry']
        }
      }
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['WantToReadEntry']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  wantToReadBulk: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          seriesIds?: string[]
          bookIds?: string[]
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** Format: int64 */
            added: number
            /** Format: int64 */
            alreadyPresent: number
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  setWantToReadPlace: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: int32
           * @description From 1; beyond the end it is the end
           */
          place: number
        }
      }
    }
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteWantToReadSeries: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteWantToReadBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getPreferences: {
    parameters: {
      query?: {
        scope?: 'user' | 'library' | 'series' | 'book'
        /** @description Of the library, series or book; left out for the user */
        id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScopedPreferences']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  setPreferences: {
    parameters: {
      query?: {
        scope?: 'user' | 'library' | 'series' | 'book'
        /** @description Of the library, series or book; left out for the user */
        id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScopedPreferencesRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScopedPreferences']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  updatePreferences: {
    parameters: {
      query?: {
        scope?: 'user' | 'library' | 'series' | 'book'
        /** @description Of the library, series or book; left out for the user */
        id?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ScopedPreferencesRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ScopedPreferences']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getBookReaderSettings: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ReaderSettings']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listUserPreferences: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserPreferences']
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  setUserPreferences: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SetPreferencesRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SetPreferencesAnswer']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getUserPreference: {
    parameters: {
      query?: never
      header?: never
      path: {
        key: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserPreference']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setUserPreference: {
    parameters: {
      query?: never
      header?: never
      path: {
        key: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['SetPreferenceRequest']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserPreference']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteUserPreference: {
    parameters: {
      query?: never
      header?: never
      path: {
        key: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PreferenceRemoved']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listBookmarks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        search?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBookmark']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listBookBookmarks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
      }
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfBookmark']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  addBookBookmark: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookmarkCreation']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Bookmark']
        }
      }
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Bookmark']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteBookBookmark: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Of the book */
        id: string
        /** @description UUID */
        bookmarkId: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Removed */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateBookBookmark: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Of the book */
        id: string
        /** @description UUID */
        bookmarkId: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BookmarkPatch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Bookmark']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listDuplicates: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description Groups with a book of this library */
        libraryId?: string
        dismissed?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfDuplicateGroup']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  deleteDuplicate: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  duplicateRestore: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listTrashBooks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        libraryId?: string
        /** @description UUID */
        seriesId?: string
        reason?: 'missing' | 'removed'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfTrashedBook']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listTrashSeries: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        /** @description UUID */
        libraryId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfTrashedSeries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  bookRestore: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Book']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesRestore: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Restored']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  bookPurge: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PurgeRequest']
      }
    }
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Purge']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  seriesPurge: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PurgeRequest']
      }
    }
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Purge']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  libraryPurge: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['PurgeRequest']
      }
    }
    responses: {
      /** @description Accepted; it is done in the background */
      202: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Purge']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listPurges: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfPurge']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getPurge: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Purge']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  authLogin: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Login']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
      400: components['responses']['Invalid']
    }
  }
  authRefresh: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          refreshToken: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Tokens']
        }
      }
      400: components['responses']['Invalid']
    }
  }
  authLogout: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          refreshToken?: string | null
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getAuthMe: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedInUser']
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  setAuthPassword: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          currentPassword: string
          /** @description At least 8 characters */
          newPassword: string
        }
      }
    }
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listAuthSessions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Session'][]
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  deleteAuthSessions: {
    parameters: {
      query?: {
        here?: 'true' | 'false'
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SessionsEnded']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  deleteAuthSession: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getOwnUser: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  updateOwnUser: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          username?: string | null
          email?: string | null
          currentPassword: string
        }
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listUsers: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
        role?: 'reader' | 'maintainer' | 'admin'
        isActive?: 'true' | 'false'
        search?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfUser']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  addUser: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UserCreation']
      }
    }
    responses: {
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateUser: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UserPatch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['User']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listRoles: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['RoleRights'][]
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getUserLibraries: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserLibraries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  setUserLibraries: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['UserLibraries']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['UserLibraries']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteUserSessions: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SessionsEnded']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  listApiKeys: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        sort?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfApiKey']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  addApiKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeyCreation']
      }
    }
    responses: {
      /** @description Made */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['NewApiKey']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  deleteApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done; there is nothing to send */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  updateApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeyPatch']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getSetupStatus: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SetupStatus']
        }
      }
    }
  }
  setupInitialize: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Setup']
      }
    }
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['SignedIn']
        }
      }
      400: components['responses']['Invalid']
    }
  }
  getEventsStream: {
    parameters: {
      query?: {
        lastEventId?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Events */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': unknown
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getMetrics: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description JSON, or the text of Prometheus or OpenMetrics where the client prefers `text/plain` or `application/openmetrics-text` */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Metrics']
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getInfo: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Info']
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getLogs: {
    parameters: {
      query?: {
        level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
        /** @description Only lines that contain this */
        search?: string
        limit?: number
        after?: number
        before?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Logs']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getLogsStream: {
    parameters: {
      query?: {
        level?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
        /** @description Only lines that contain this */
        search?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Lines */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/event-stream': unknown
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  listTasks: {
    parameters: {
      query?: {
        page?: number
        pageSize?: number
        status?: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
        taskType?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['PageOfTask']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getTasksStats: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['TaskStats']
        }
      }
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
    }
  }
  getTask: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Task']
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  taskCancel: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  taskRetry: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description UUID */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Done */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            message: string
          }
        }
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
  getBookResource: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
        /** @description May have several parts; the slashes between them stay as they are */
        path: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The file */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          '*/*': string
        }
      }
      /** @description Not changed since */
      304: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Invalid']
      401: components['responses']['Unauthenticated']
      403: components['responses']['Forbidden']
      404: components['responses']['NotFound']
    }
  }
}
