/**
 * Version of the contract. It must be raised with every change to a schema that crosses the network; test/wire.test.ts
 * compares the hashes of the schemas.
 * 1  first contract: accounts, lessons, comments, tasks, sync
 * 2  contacts, logged calls, handovers, uploads, devices, digest
 * 3  news, events, registration, login links, own profile, tickets, books
 * 4  daily limits; error codes that an older phone does not know
 * 5  timestamps with an offset; countries, phone numbers and birthdays are validated; `name` in the table of people
 * 6  a logout can name its session
 * 7  login links that the person can revoke and a manager confirms
 * 8  the documented call for the avatar; names of colleagues
 * 9  a change of work times affects only the days that it contains
 * 10 references to missing records, and records created twice, are rejected with an error on their field
 * 11 contact forms accepted from any client; contact photos as a separate call
 * 12 employees with their action log, for their managers
 * 13 documented calls for a user's own tickets
 * 14 all contacts in one response
 * 15 reading time in the future is stored but not counted
 * 16 lists are bare arrays or pages; other shapes are gone
 * 17 successful calls return a text; the reply for a new person's first task has `is_new`
 * 18 revisions belong to an epoch
 * 19 the first page of a first sync counts the rows of all groups
 * 20 subscriptions and their packages
 * 21 donations that were paid outside of this app
 * 22 purchases of packages
 * 23 devices find donations by their receipt code
 * 24 payments of a subscription have the time at which they arrived
 * 25 promo codes can be checked before a purchase; a discount code can be entered at registration
 * 26 card donations, one-time or recurring
 * 27 a push lists the writes that are sent again after the end of an epoch
 * 28 accounting: payments of people, monthly sums, export, and the report of the nightly check
 * 29 the nightly check compares card donations
 * 30 payments of a subscription name their discount
 * 31 the nightly check reports payments that are missing in the ledger
 * 32 members see the people below them, who can show them their contact details
 * 33 landing pages
 * 34 work of managers and admins: views, accounts, audit log, partners, imports, statistics
 * 35 devices mirror only the leads that have waited longest
 * 36 admins can delete their own account, unless no superuser would remain
 * 37 notifications
 * 38 statistics of one team or one country
 * 39 push messages: subscriptions of devices, and the settings of users
 * 40 saved views of tables
 * 41 leads without a finished task return to the pool
 * 42 unassigned tickets show their first lines
 * 43 two contacts can be merged
 * 44 a lesson that is done can be reopened
 * 45 the weekly goal of a user
 * 46 bulk changes of everyone who matches a filter; saved views of leads and donations
 * 47 imports name who imported the same file, the rows that a changed plan decides differently, and why an undo kept a
 *    person; employees who receive imported people are notified
 * 48 saved views of employees; orders of the list of imports and of the audit log
 * 49 entries of the registration form are checked before it is submitted
 * 50 codes for servers with only the documented calls: a write that they do not offer, or whose outcome is unknown
 * 51 devices mirror only the newest comments of each discussion, and fetch older ones on demand
 * 52 the statistics of employees can be requested in pages
 * 53 a page of the statistics of employees has at most 250 of them
 * 54 a page of a snapshot has at most 2,000 rows
 */
export const CONTRACT_VERSION = 54;

/**
 * The value of the header X-Sync-Proto of every response. A response without this header does not come from our server
 * but, for example, from a captive portal or a proxy.
 */
export const SYNC_PROTO = 1;
