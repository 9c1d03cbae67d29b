/**
 * Known violations of the rules in architecture.test.ts. The test fails for a new violation and for
 * an obsolete entry, so the list only gets shorter.
 */
export const exceptions = {
  /** Groups of files with circular imports. */
  cycles: [] as string[][],
  /** Tables written by a module that does not own them. */
  foreignWrites: [] as string[],
  /** Folders with more than a dozen files. */
  crowdedFolders: [] as string[],
  /** Short files that should be merged into their only importer. */
  shortFiles: [] as string[],
  /** `layer: name` of files with the same name but different meanings. */
  repeatedBaseNames: [] as string[],
  /** Functions and classes of the same name in two files. */
  exportedTwice: [] as string[],
}
