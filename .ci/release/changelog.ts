/** Reads sections of CHANGELOG.md, which has the form of Keep a Changelog. */

/** Returns the text below `## [name]`, or undefined if there is no such section. */
export function findSection(changelog: string, name: string): string | undefined {
  const heading = new RegExp(`^## \\[${RegExp.escape(name)}\\](?: .*)?$`, 'm')
  const start = heading.exec(changelog)
  if (!start) return undefined
  const rest = changelog.slice(start.index + start[0].length)
  const end = /^(?:## |\[[^\]]+\]: )/m.exec(rest)
  return rest.slice(0, end?.index).trim()
}

export interface Changes {
  text: string
  /** False if the changes are those of `Unreleased`, because the commit has no tag. */
  isOfVersion: boolean
}

/** Finds the changes of a version. Only a commit without a tag may still have them unreleased. */
export function findChanges(changelog: string, version: string, isTagged: boolean): Changes {
  const text = findSection(changelog, version)
  if (text) return { text, isOfVersion: true }
  const unreleased = isTagged ? undefined : findSection(changelog, 'Unreleased')
  if (!unreleased) {
    throw new Error(
      `CHANGELOG.md has no section "## [${version}]", or it is empty. Write it first.`,
    )
  }
  return { text: unreleased, isOfVersion: false }
}
