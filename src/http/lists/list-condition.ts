import type { IncomingHttpHeaders } from 'node:http'
import { namesEtag } from '../kernel/reply/response-body.ts'

/**
 * The ETag of a list begins with the version of its content. What follows behind a dot is about one answer (the page, the
 * assessments, the compression) and does not count here, so that a screening does not make the tag of a writer stale.
 */
export const listTag = (version: string): string => `"${version}"`

/** Whether If-Match and If-None-Match (RFC 9110, section 13.1) allow a list of this version to be written; null: there is none. */
export const conditionIn =
  (headers: IncomingHttpHeaders) =>
  (version: string | null): boolean => {
    const match = headers['if-match']
    if (match !== undefined && !names(match, version)) return false
    const noneMatch = headers['if-none-match']
    return noneMatch === undefined || !names(noneMatch, version)
  }

const names = (header: string, version: string | null): boolean =>
  version !== null && namesEtag(header, (tag) => /^"([^".]*)[^"]*"$/.exec(tag)?.[1] === version)
