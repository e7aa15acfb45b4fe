// Made from the OpenAPI document by `npm run fix`: not to be edited.

export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who calls, and what the plan leaves
         * @description Needs any key.
         */
        get: operations["me_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List addresses
         * @description The newest first. Of a Member: their own and Public ones. Needs the scope `emails:read`.
         */
        get: operations["emails_list"];
        put?: never;
        /**
         * Create an address
         * @description Everything is optional: without a prefix it is a random one, without a domain on the platform's first. Needs the scope `emails:write`.
         */
        post: operations["emails_create"];
        /**
         * Deactivate all addresses of a run
         * @description Deactivates all addresses of a run. Needs the scope `emails:write`.
         */
        delete: operations["emails_remove_run"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the messages of several addresses
         * @description For each address of the list, in its order. Needs the scope `messages:read`.
         */
        get: operations["emails_counts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an address
         * @description Needs the scope `emails:read`.
         */
        get: operations["emails_get"];
        put?: never;
        post?: never;
        /**
         * Deactivate an address
         * @description Deactivates it. Its mail stays, and its name is never given to anybody else. Needs the scope `emails:write`.
         */
        delete: operations["emails_remove"];
        options?: never;
        head?: never;
        /**
         * Change, activate or deactivate an address
         * @description Activates, deactivates, or changes an address. To give it a new end starts from now. Needs the scope `emails:write`.
         */
        patch: operations["emails_update"];
        trace?: never;
    };
    "/api/v1/emails/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what SMTP saw for an address
         * @description Every try to send mail there in the last seven days, the newest first: accepted messages, and up to 50 deferred or refused attempts a day. Needs the scope `messages:read`.
         */
        get: operations["emails_attempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/wait": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait for mail
         * @description Answers as soon as the address has mail that matches, the newest first. When nothing came in time, the answer says why. Needs the scope `messages:read`. With `claim`, needs the scope `messages:write` too.
         */
        post: operations["emails_wait"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an address's messages
         * @description The messages of an address, the newest first. Needs the scope `messages:read`.
         */
        get: operations["emails_messages"];
        put?: never;
        post?: never;
        /**
         * Delete all messages of an address
         * @description Deletes them for good, the newest first, some 1,000 in one call. Repeat it while `left` is true. Needs the scope `messages:write`.
         */
        delete: operations["emails_remove_messages"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count an address's messages
         * @description Needs the scope `messages:read`.
         */
        get: operations["emails_count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/messages/latest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an address's newest message
         * @description Answers 404 while the address has no message. To wait for one, use wait. Needs the scope `messages:read`.
         */
        get: operations["emails_latest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search messages of all addresses
         * @description The newest first. Of a Member: those of their own addresses and of Public ones. With `q`, a page may have fewer rows than `limit` although there are more. Needs the scope `messages:read`.
         */
        get: operations["messages_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message
         * @description Needs the scope `messages:read`.
         */
        get: operations["messages_get"];
        put?: never;
        post?: never;
        /**
         * Delete a message
         * @description Deletes it for good. Needs the scope `messages:write`.
         */
        delete: operations["messages_remove"];
        options?: never;
        head?: never;
        /**
         * Mark a message as opened or not
         * @description Marks it as opened, or not, by the key's member. Needs the scope `messages:write`.
         */
        patch: operations["messages_update"];
        trace?: never;
    };
    "/api/v1/messages/{id}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a claimed message for good
         * @description Makes a claim final: the message is never given to another caller. Refused when the claim is not yours any more. Needs the scope `messages:write`.
         */
        post: operations["messages_ack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to a message
         * @description In order of time. Attempts of webhooks are for Administrators. Needs the scope `messages:read`.
         */
        get: operations["messages_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the whole message
         * @description The whole message, byte for byte (RFC 5322). Needs the scope `messages:read`.
         */
        get: operations["messages_raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a message's HTML
         * @description Its HTML as the sender wrote it. Needs the scope `messages:read`.
         */
        get: operations["messages_html"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a message as plain text
         * @description The message as plain text: its own, or that of its HTML. Needs the scope `messages:read`.
         */
        get: operations["messages_text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/headers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a message's headers
         * @description All headers in their order, decoded. Needs the scope `messages:read`.
         */
        get: operations["messages_headers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/attachments/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment
         * @description A file that came with it, as bytes. The message lists its type as the sender declared it. Needs the scope `messages:read`.
         */
        get: operations["messages_attachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description The company's, the newest first, then the platform's. Needs the scope `domains:read`.
         */
        get: operations["domains_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The newest first. Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_list"];
        put?: never;
        /**
         * Create a webhook
         * @description Needs the scope `webhooks:write`. Only for keys of Administrators.
         */
        post: operations["webhooks_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Needs the scope `webhooks:write`. Only for keys of Administrators.
         */
        delete: operations["webhooks_remove"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Needs the scope `webhooks:write`. Only for keys of Administrators.
         */
        patch: operations["webhooks_update"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries
         * @description Deliveries that were or will be made, the newest first. Answers can quote private mail. Needs the scope `webhooks:read`. Only for keys of Administrators.
         */
        get: operations["webhooks_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends the webhook's event with made-up data. The delivery is in the list, with its outcome once it was attempted. Needs the scope `webhooks:write`. Only for keys of Administrators.
         */
        post: operations["webhooks_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries/{delivery}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description Sends the same id and body again, and starts the retries from the beginning. Needs the scope `webhooks:write`. Only for keys of Administrators.
         */
        post: operations["webhooks_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description The newest first. Needs the scope `team:read`.
         */
        get: operations["members_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke this key
         * @description Revokes the key that the request comes with. It always may. Needs any key.
         */
        delete: operations["keys_remove_self"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "email_name": "signup-test@mayfly.test",
         *       "domain_name": "mayfly.test",
         *       "owner": "ada@lakeside.example",
         *       "reason": "Sign-up flow on staging",
         *       "run": "ci/4711",
         *       "visibility": "Private",
         *       "is_active": true,
         *       "expiry": "2026-12-05T09:30:00.000Z",
         *       "creation": "2026-11-28T09:30:00.000Z",
         *       "modified": "2026-11-28T09:30:00.000Z"
         *     }
         */
        Email: {
            /** @description The address, which is its id. */
            email_name: string;
            /** @description What stands behind its @. */
            domain_name: string;
            /** @description The member whose address it is. */
            owner: string;
            /** @description What it was made for; empty: nothing was said. */
            reason: string;
            /** @description The label of the program's run that made it; null: none. */
            run: string | null;
            /**
             * @description Private: its owner and Administrators read its mail. Public: everybody in the company.
             * @enum {string}
             */
            visibility: "Private" | "Public";
            /** @description Whether it takes mail. */
            is_active: boolean;
            /** @description When it stops taking mail; null: never. */
            expiry: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            creation: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            modified: string;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "email_name": "signup-test@mayfly.test",
         *           "domain_name": "mayfly.test",
         *           "owner": "ada@lakeside.example",
         *           "reason": "Sign-up flow on staging",
         *           "run": "ci/4711",
         *           "visibility": "Private",
         *           "is_active": true,
         *           "expiry": "2026-12-05T09:30:00.000Z",
         *           "creation": "2026-11-28T09:30:00.000Z",
         *           "modified": "2026-11-28T09:30:00.000Z"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        EmailPage: {
            /** @description The rows of this page. */
            data: components["schemas"]["Email"][];
            /** @description Leads to the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "email_name": "signup-test@mayfly.test",
         *       "messages": 3,
         *       "unread": 1
         *     }
         */
        EmailCounts: {
            /** @description The address. */
            email_name: string;
            /** @description How many messages it has; 1000: that many or more. */
            messages: number;
            /** @description How many of these the key's member has not opened. */
            unread: number;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "outcome": "refused",
         *           "creation": "2026-11-28T09:31:40.000Z",
         *           "mail_from": "app@staging.example",
         *           "network": "198.51.100.7",
         *           "helo": "mx.staging.example",
         *           "tls": "TLSv1.3",
         *           "reply": "550 5.2.1 The address is no longer active",
         *           "reason": "ended",
         *           "message": null
         *         }
         *       ],
         *       "next_cursor": null,
         *       "refusals": {
         *         "count": 1,
         *         "first": "2026-11-28T09:31:40.000Z",
         *         "last": "2026-11-28T09:31:40.000Z"
         *       }
         *     }
         */
        AttemptPage: {
            /** @description The rows of this page. */
            data: {
                /**
                 * @description Deferred: the sender was told to try again.
                 * @enum {string}
                 */
                outcome: "accepted" | "deferred" | "refused";
                /**
                 * Format: date-time
                 * @description When it was.
                 */
                creation: string;
                /** @description The envelope sender; empty for bounces. */
                mail_from: string;
                /** @description The network that it came from; null: not known. */
                network: string | null;
                /** @description What the client called itself; null: not known. */
                helo: string | null;
                /** @description The version of TLS; empty: none; null: not known. */
                tls: string | null;
                /** @description The reply that the sender got. */
                reply: string;
                /** @description Why it was not taken; null for what was taken. Full: the server's disk is. Over_quota: the company has received as much mail today as its plan allows. Lost: the connection was, before the end of the message. Syntax: the client sent a command or parameter that the receiver does not take. */
                reason: ("unknown" | "ended" | "too_large" | "too_many_recipients" | "full" | "over_quota" | "busy" | "lost" | "syntax" | "failed") | null;
                /** @description The message that it became; null: none, or it was deleted. */
                message: string | null;
            }[];
            /** @description Leads to the next page; null on the last one. */
            next_cursor: string | null;
            /** @description All attempts that were refused or deferred, in the last seven days. */
            refusals: {
                /** @description How many there were. */
                count: number;
                /** @description When the first was; null: there was none. */
                first: string | null;
                /** @description When the last was. */
                last: string | null;
            };
        };
        /**
         * @example {
         *       "found": true,
         *       "now": "2026-11-28T09:31:16.384Z",
         *       "messages": [
         *         {
         *           "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "recipients": "signup-test@mayfly.test",
         *           "owner": "ada@lakeside.example",
         *           "sender": "Staging <no-reply@staging.example>",
         *           "mail_from": "bounces@staging.example",
         *           "subject": "Your code is 482913",
         *           "preview": "Hello Ada, your code is 482913. It is valid for ten minutes.",
         *           "code": "482913",
         *           "has_attachment": false,
         *           "visibility": "Private",
         *           "seen": false,
         *           "creation": "2026-11-28T09:31:12.000Z",
         *           "text": "Hello Ada,\n\nyour code is 482913. It is valid for ten minutes.",
         *           "truncated": false,
         *           "links": []
         *         }
         *       ]
         *     }
         */
        WaitAnswer: {
            /** @constant */
            found: true;
            /**
             * Format: date-time
             * @description When it looked last. As `since` of a later wait, only mail counts that comes after this.
             */
            now: string;
            messages: {
                /** @description Its id. */
                name: string;
                /** @description The address that it came to. */
                recipients: string;
                /** @description The member whose address it came to. */
                owner: string;
                /** @description `Display Name <address>`, or the bare address; empty when the message names none. */
                sender: string;
                /** @description The envelope sender; empty for bounces. */
                mail_from: string;
                /** @description Its subject, decoded. */
                subject: string;
                /** @description The beginning of its text. */
                preview: string;
                /** @description The one-time code in it; empty when there is none (docs/codes.md). */
                code: string;
                /** @description Whether files came with it, besides images that its HTML shows. */
                has_attachment: boolean;
                /**
                 * @description That of its address.
                 * @enum {string}
                 */
                visibility: "Private" | "Public";
                /** @description Whether the key's member has opened it. */
                seen: boolean;
                /**
                 * Format: date-time
                 * @description When it came.
                 */
                creation: string;
                /** @description The message as plain text; null when it cannot be read. */
                text: string | null;
                /** @description Whether its text is longer than what is given. */
                truncated: boolean;
                /** @description With include=shown_text: as `text`, without what its HTML hides from its reader, such as text of no size. */
                shown_text?: string | null;
                /** @description With include=shown_text: what its HTML hides; empty when that is nothing, null when it cannot be read. */
                hidden_text?: string | null;
                /** @description Its HTML as the sender wrote it; null when there is none, or more than a million characters. */
                html?: string | null;
                /** @description With include=codes: the one-time codes in it. */
                codes?: string[];
                /** @description The links in it, at most 500. */
                links: {
                    /** @description Where it leads: http, https, mailto, tel, sms, or to an app by a scheme of its own. */
                    url: string;
                    /** @description The link's words; in a plain text, those before it. */
                    text: string;
                    /**
                     * @description What it asks its reader to do, if that is known (docs/codes.md).
                     * @enum {string}
                     */
                    action?: "verify" | "confirm" | "reset" | "sign_in";
                }[];
                /** @description With `claim`: the claim, by which the message can be acknowledged until its lease ends. */
                claim?: {
                    claim: string;
                    /** Format: date-time */
                    until: string;
                };
            }[];
        } | {
            /** @constant */
            found: false;
            /**
             * Format: date-time
             * @description When it looked last. As `since` of a later wait, only mail counts that comes after this.
             */
            now: string;
            /** @description Less than the timeout, when the server stops: then call again. */
            waited_ms: number;
            explanation: components["schemas"]["Explanation"];
        };
        /**
         * @example {
         *       "text": "A message from Staging <no-reply@staging.example> came 4.2 s into the wait, but its subject 'Welcome' does not contain 'code'.\nMail arrived but did not match your criteria.",
         *       "advice": "Mail arrived but did not match your criteria.",
         *       "matching": [],
         *       "not_matching": [
         *         {
         *           "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "creation": "2026-11-28T09:31:12.000Z",
         *           "sender": "Staging <no-reply@staging.example>",
         *           "subject": "Welcome",
         *           "failed": [
         *             {
         *               "criterion": "subject",
         *               "detail": "its subject 'Welcome' does not contain 'code'"
         *             }
         *           ]
         *         }
         *       ],
         *       "not_matching_count": 1,
         *       "refused": [],
         *       "refusals": {
         *         "count": 0,
         *         "first": null,
         *         "last": null
         *       },
         *       "is_complete": true,
         *       "claimed": 0,
         *       "acknowledged": 0,
         *       "lease_ends": null,
         *       "address": {
         *         "email_name": "signup-test@mayfly.test",
         *         "is_active": true,
         *         "expiry": "2026-12-05T09:30:00.000Z",
         *         "creation": "2026-11-28T09:30:00.000Z"
         *       },
         *       "domain": {
         *         "domain_name": "mayfly.test",
         *         "mx_found": null,
         *         "checked": null
         *       },
         *       "last_message": "2026-11-28T09:31:12.000Z"
         *     }
         */
        Explanation: {
            /** @description All of it in sentences, for a log. */
            text: string;
            /** @description What to do, in a sentence. */
            advice: string;
            /** @description Messages that match, which are fewer than were wanted; with `claim`, those that nobody has claimed. */
            matching: {
                name: string;
                /** Format: date-time */
                creation: string;
                sender: string;
                subject: string;
            }[];
            /** @description The newest messages that came and did not match, at most five. */
            not_matching: {
                name: string;
                /** Format: date-time */
                creation: string;
                sender: string;
                subject: string;
                failed: {
                    /** @enum {string} */
                    criterion: "since" | "from" | "to" | "subject" | "contains" | "header" | "has";
                    /** @description For people. */
                    detail: string;
                }[];
            }[];
            /** @description How many messages that count did not match, of those that were looked at. */
            not_matching_count: number;
            /** @description Mail for the address, or for a name like it, that was refused or deferred, at most five attempts. */
            refused: {
                /** @description The name that it was for; empty: it was refused before it named one. */
                address: string;
                /**
                 * Format: date-time
                 * @description When it was.
                 */
                creation: string;
                /**
                 * @description Deferred: the sender was told to try again.
                 * @enum {string}
                 */
                outcome: "deferred" | "refused";
                /** @description The reply that the sender got. */
                reply: string;
                /** @description The envelope sender; null where the name is nobody's, on a domain of the platform's. */
                mail_from: string | null;
            }[];
            /** @description All attempts to send mail to the address itself that were refused or deferred, in the last seven days. */
            refusals: {
                /** @description How many there were. */
                count: number;
                /** @description When the first was; null: there was none. */
                first: string | null;
                /** @description When the last was. */
                last: string | null;
            };
            /** @description False: so many unknown names were tried on the domain that those near the address may not all be recorded. */
            is_complete: boolean;
            /** @description How many messages other callers have claimed. */
            claimed: number;
            /** @description How many of these they keep for good. */
            acknowledged: number;
            /** @description When the next of the other leases ends; null: there is none. */
            lease_ends: string | null;
            /** @description The address as it is now. */
            address: {
                email_name: string;
                is_active: boolean;
                expiry: string | null;
                /** Format: date-time */
                creation: string;
            };
            /** @description Its domain. */
            domain: {
                domain_name: string;
                /** @description Whether mail for the domain came here at the last check; null: it is the platform's own, or was never checked. */
                mx_found: boolean | null;
                checked: string | null;
            };
            /** @description When the newest message came that the address has; null: it has none. */
            last_message: string | null;
        };
        /**
         * @example {
         *       "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *       "recipients": "signup-test@mayfly.test",
         *       "owner": "ada@lakeside.example",
         *       "sender": "Staging <no-reply@staging.example>",
         *       "mail_from": "bounces@staging.example",
         *       "subject": "Your code is 482913",
         *       "preview": "Hello Ada, your code is 482913. It is valid for ten minutes.",
         *       "code": "482913",
         *       "has_attachment": false,
         *       "visibility": "Private",
         *       "seen": false,
         *       "creation": "2026-11-28T09:31:12.000Z"
         *     }
         */
        MessageSummary: {
            /** @description Its id. */
            name: string;
            /** @description The address that it came to. */
            recipients: string;
            /** @description The member whose address it came to. */
            owner: string;
            /** @description `Display Name <address>`, or the bare address; empty when the message names none. */
            sender: string;
            /** @description The envelope sender; empty for bounces. */
            mail_from: string;
            /** @description Its subject, decoded. */
            subject: string;
            /** @description The beginning of its text. */
            preview: string;
            /** @description The one-time code in it; empty when there is none (docs/codes.md). */
            code: string;
            /** @description Whether files came with it, besides images that its HTML shows. */
            has_attachment: boolean;
            /**
             * @description That of its address.
             * @enum {string}
             */
            visibility: "Private" | "Public";
            /** @description Whether the key's member has opened it. */
            seen: boolean;
            /**
             * Format: date-time
             * @description When it came.
             */
            creation: string;
            /** @description The message as plain text, at most 500,000 characters; null when it cannot be read. */
            text?: string | null;
            /** @description With include=text: whether its text is longer than what is given. */
            truncated?: boolean;
            /** @description With include=shown_text: as `text`, without what its HTML hides from its reader, such as text of no size. */
            shown_text?: string | null;
            /** @description With include=shown_text: what its HTML hides; empty when that is nothing, null when it cannot be read. */
            hidden_text?: string | null;
            /** @description Its HTML as the sender wrote it; null when there is none, or more than a million characters. */
            html?: string | null;
            /** @description With include=codes: the one-time codes in it. */
            codes?: string[];
            /** @description With include=links: the links in it, at most 500. */
            links?: {
                /** @description Where it leads: http, https, mailto, tel, sms, or to an app by a scheme of its own. */
                url: string;
                /** @description The link's words; in a plain text, those before it. */
                text: string;
                /**
                 * @description What it asks its reader to do, if that is known (docs/codes.md).
                 * @enum {string}
                 */
                action?: "verify" | "confirm" | "reset" | "sign_in";
            }[];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "recipients": "signup-test@mayfly.test",
         *           "owner": "ada@lakeside.example",
         *           "sender": "Staging <no-reply@staging.example>",
         *           "mail_from": "bounces@staging.example",
         *           "subject": "Your code is 482913",
         *           "preview": "Hello Ada, your code is 482913. It is valid for ten minutes.",
         *           "code": "482913",
         *           "has_attachment": false,
         *           "visibility": "Private",
         *           "seen": false,
         *           "creation": "2026-11-28T09:31:12.000Z"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        MessagePage: {
            /** @description The rows of this page. */
            data: components["schemas"]["MessageSummary"][];
            /** @description Leads to the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *       "recipients": "signup-test@mayfly.test",
         *       "owner": "ada@lakeside.example",
         *       "sender": "Staging <no-reply@staging.example>",
         *       "mail_from": "bounces@staging.example",
         *       "subject": "Your code is 482913",
         *       "preview": "Hello Ada, your code is 482913. It is valid for ten minutes.",
         *       "code": "482913",
         *       "has_attachment": false,
         *       "visibility": "Private",
         *       "seen": false,
         *       "creation": "2026-11-28T09:31:12.000Z",
         *       "to": [
         *         "signup-test@mayfly.test"
         *       ],
         *       "cc": [],
         *       "reply_to": [],
         *       "size": 2381,
         *       "rendering": "html",
         *       "signed": false,
         *       "attachments": [],
         *       "text": "Hello Ada,\n\nyour code is 482913. It is valid for ten minutes."
         *     }
         */
        Message: {
            /** @description Its id. */
            name: string;
            /** @description The address that it came to. */
            recipients: string;
            /** @description The member whose address it came to. */
            owner: string;
            /** @description `Display Name <address>`, or the bare address; empty when the message names none. */
            sender: string;
            /** @description The envelope sender; empty for bounces. */
            mail_from: string;
            /** @description Its subject, decoded. */
            subject: string;
            /** @description The beginning of its text. */
            preview: string;
            /** @description The one-time code in it; empty when there is none (docs/codes.md). */
            code: string;
            /** @description Whether files came with it, besides images that its HTML shows. */
            has_attachment: boolean;
            /**
             * @description That of its address.
             * @enum {string}
             */
            visibility: "Private" | "Public";
            /** @description Whether the key's member has opened it. */
            seen: boolean;
            /**
             * Format: date-time
             * @description When it came.
             */
            creation: string;
            /** @description The message as plain text, at most 500,000 characters; null when it cannot be read. */
            text?: string | null;
            /** @description With include=text: whether its text is longer than what is given. */
            truncated?: boolean;
            /** @description With include=shown_text: as `text`, without what its HTML hides from its reader, such as text of no size. */
            shown_text?: string | null;
            /** @description With include=shown_text: what its HTML hides; empty when that is nothing, null when it cannot be read. */
            hidden_text?: string | null;
            /** @description Its HTML as the sender wrote it; null when there is none, or more than a million characters. */
            html?: string | null;
            /** @description With include=codes: the one-time codes in it. */
            codes?: string[];
            /** @description With include=links: the links in it, at most 500. */
            links?: {
                /** @description Where it leads: http, https, mailto, tel, sms, or to an app by a scheme of its own. */
                url: string;
                /** @description The link's words; in a plain text, those before it. */
                text: string;
                /**
                 * @description What it asks its reader to do, if that is known (docs/codes.md).
                 * @enum {string}
                 */
                action?: "verify" | "confirm" | "reset" | "sign_in";
            }[];
            /** @description Whom its headers name, written as sender is. */
            to: string[];
            /** @description Likewise. */
            cc: string[];
            /** @description Likewise. */
            reply_to: string[];
            /** @description Bytes of the whole message as it came. */
            size: number;
            /**
             * @description What can be shown of it; `too_slow` and `unreadable`: nothing, so read it as `raw`.
             * @enum {string}
             */
            rendering: "html" | "text" | "too_large" | "too_slow" | "unreadable";
            /** @description Whether some of it came wrapped in a signature (S/MIME), which nobody has checked. */
            signed: boolean;
            /** @description The files that came with it. */
            attachments: {
                /** @description Its number in the message. */
                part: number;
                /** @description As the sender named it; empty when it has no name. */
                filename: string;
                /** @description As the sender declared it. */
                content_type: string;
                /** @description Bytes. */
                size: number;
                /** @description Whether it is an image that the HTML shows. */
                embedded: boolean;
            }[];
        };
        /**
         * @example {
         *       "name": "hook-k3v9m2p7qa",
         *       "url": "https://ci.lakeside.example/hooks/mail",
         *       "event": "email.received",
         *       "enabled": true,
         *       "domain": null,
         *       "description": "Mail for the test runner",
         *       "has_own_secret": false,
         *       "creation": "2026-11-28T09:30:00.000Z",
         *       "failing_since": null,
         *       "paused": null
         *     }
         */
        Webhook: {
            /** @description Its id. */
            name: string;
            /** @description For keys of Members only its host: the rest often holds a secret. */
            url: string;
            /** @description The event that it hears of. */
            event: string;
            /** @description Whether deliveries are made. */
            enabled: boolean;
            /** @description It gets only events on this domain; null: on all domains. */
            domain: string | null;
            /** @description What it is for, for people. */
            description: string;
            /** @description Whether it has a secret of its own; if not, the company's signs. */
            has_own_secret: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            creation: string;
            /** @description Since when nothing has been delivered. */
            failing_since: string | null;
            /** @description When the failures switched it off. */
            paused: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "name": "hook-k3v9m2p7qa",
         *           "url": "https://ci.lakeside.example/hooks/mail",
         *           "event": "email.received",
         *           "enabled": true,
         *           "domain": null,
         *           "description": "Mail for the test runner",
         *           "has_own_secret": false,
         *           "creation": "2026-11-28T09:30:00.000Z",
         *           "failing_since": null,
         *           "paused": null
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        WebhookPage: {
            /** @description The rows of this page. */
            data: components["schemas"]["Webhook"][];
            /** @description Leads to the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "name": "0198f2c4-6a11-7c02-8d15-0a1b2c3d4e5f",
         *       "event": "email.received",
         *       "message": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *       "test": false,
         *       "status": "delivered",
         *       "creation": "2026-11-28T09:31:12.000Z",
         *       "next_attempt": null,
         *       "attempts": [
         *         {
         *           "attempt": 1,
         *           "creation": "2026-11-28T09:31:12.000Z",
         *           "duration": 41,
         *           "status": 204,
         *           "answer": ""
         *         }
         *       ]
         *     }
         */
        Delivery: {
            /** @description The `webhook-id` that every attempt carries. */
            name: string;
            /** @description The event that it tells of. */
            event: string;
            /** @description The id of the message that it tells of; null: none, or it was deleted. */
            message: string | null;
            /** @description Whether it is a test event, with made-up data. */
            test: boolean;
            /**
             * @description Pending: it is tried again.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description When it was queued.
             */
            creation: string;
            /** @description When it is tried next; null when it is not. */
            next_attempt: string | null;
            /** @description The latest attempts, the oldest first. */
            attempts: {
                attempt: number;
                /** Format: date-time */
                creation: string;
                duration: number;
                status: number | null;
                answer: string;
            }[];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "name": "0198f2c4-6a11-7c02-8d15-0a1b2c3d4e5f",
         *           "event": "email.received",
         *           "message": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "test": false,
         *           "status": "delivered",
         *           "creation": "2026-11-28T09:31:12.000Z",
         *           "next_attempt": null,
         *           "attempts": [
         *             {
         *               "attempt": 1,
         *               "creation": "2026-11-28T09:31:12.000Z",
         *               "duration": 41,
         *               "status": 204,
         *               "answer": ""
         *             }
         *           ]
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        DeliveryPage: {
            /** @description The rows of this page. */
            data: components["schemas"]["Delivery"][];
            /** @description Leads to the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "domain_name": "mail.lakeside.example",
         *           "is_default": false,
         *           "is_verified": true,
         *           "mx_found": true,
         *           "creation": "2026-11-01T08:00:00.000Z"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        DomainPage: {
            /** @description The rows of this page. */
            data: {
                /** @description The domain, in ASCII. */
                domain_name: string;
                /** @description The platform's own, which every company may use. */
                is_default: boolean;
                /** @description Whether addresses can be made on it. */
                is_verified: boolean;
                /** @description Whether mail for it came here at the last check. */
                mx_found: boolean;
                /** @description Null for the platform's own. */
                creation: string | null;
            }[];
            /** @description Leads to the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "name": "ada@lakeside.example",
         *           "full_name": "Ada Bergström",
         *           "role": "Administrator",
         *           "is_active": true,
         *           "creation": "2026-11-01T08:00:00.000Z"
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        MemberPage: {
            /** @description The rows of this page. */
            data: {
                /** @description The login, an email address. */
                name: string;
                /** @description As people call them. */
                full_name: string;
                /**
                 * @description Administrators manage the company and see all its mail.
                 * @enum {string}
                 */
                role: "Administrator" | "Member";
                /** @description Whether they may log in. */
                is_active: boolean;
                /**
                 * Format: date-time
                 * @description When they joined.
                 */
                creation: string;
            }[];
            /** @description Leads to the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "now": "2026-11-28T09:31:10.123Z",
         *       "member": {
         *         "name": "ada@lakeside.example",
         *         "full_name": "Ada Bergström",
         *         "role": "Administrator"
         *       },
         *       "company": {
         *         "name": "0198e0aa-1111-7abc-8def-0123456789ab",
         *         "company_name": "Lakeside Software"
         *       },
         *       "key": {
         *         "name": "0198f2c3-2222-7abc-8def-0123456789ab",
         *         "key_name": "CI",
         *         "scopes": [
         *           "emails:read",
         *           "emails:write",
         *           "messages:read",
         *           "messages:write"
         *         ],
         *         "expiry": null
         *       },
         *       "plan": {
         *         "plan": "Business",
         *         "expiry_date": null,
         *         "limits": {
         *           "email": {
         *             "used": 12,
         *             "limit": null
         *           },
         *           "team": {
         *             "used": 2,
         *             "limit": null
         *           },
         *           "domain": {
         *             "used": 1,
         *             "limit": null
         *           },
         *           "webhook": {
         *             "used": 1,
         *             "limit": null
         *           }
         *         }
         *       }
         *     }
         */
        Me: {
            /**
             * Format: date-time
             * @description The server's time. As `since` of a wait, only mail counts that comes after this.
             */
            now: string;
            /** @description As whom the key calls. */
            member: {
                name: string;
                full_name: string;
                /** @enum {string} */
                role: "Administrator" | "Member";
            };
            /** @description The member's company. */
            company: {
                name: string;
                company_name: string;
            };
            /** @description The key that the call came with. */
            key: {
                name: string;
                key_name: string;
                scopes: ("emails:read" | "emails:write" | "messages:read" | "messages:write" | "domains:read" | "webhooks:read" | "webhooks:write" | "team:read")[];
                expiry: string | null;
            };
            /** @description What the company pays for, and how much of it is used. */
            plan: {
                /** @enum {string} */
                plan: "Starter" | "Professional" | "Business" | "Enterprise";
                /** @description The last day on which it is good; null: it does not end. */
                expiry_date: string | null;
                /** @description Active addresses and members, and all domains and webhooks. */
                limits: {
                    email: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many it may have; null: any number. 0: the plan lacks the feature. */
                        limit: number | null;
                    };
                    team: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many it may have; null: any number. 0: the plan lacks the feature. */
                        limit: number | null;
                    };
                    domain: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many it may have; null: any number. 0: the plan lacks the feature. */
                        limit: number | null;
                    };
                    webhook: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many it may have; null: any number. 0: the plan lacks the feature. */
                        limit: number | null;
                    };
                };
            };
        };
        /**
         * @example {
         *       "type": "/api/v1/docs/problems#invalid",
         *       "title": "Invalid request",
         *       "status": 422,
         *       "detail": "Unknown field: prefx",
         *       "code": "invalid",
         *       "request_id": "8f14e45f-ceea-467f-a9d1-1c1b2c3d4e5f",
         *       "errors": [
         *         {
         *           "pointer": "#/prefx",
         *           "detail": "Unknown field: prefx"
         *         }
         *       ]
         *     }
         */
        Problem: {
            /** @description Where the code is explained. */
            type: string;
            /** @description The kind of problem, for people. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong with this request, for people. */
            detail: string;
            /**
             * @description The kind of problem, for programs. It does not change.
             * @enum {string}
             */
            code: "unauthenticated" | "invalid_key" | "forbidden" | "insufficient_scope" | "network_not_allowed" | "plan_expired" | "feature_unavailable" | "limit_reached" | "not_found" | "address_ended" | "method_not_allowed" | "conflict" | "idempotency_in_progress" | "too_large" | "unsupported_media_type" | "unreadable" | "invalid_cursor" | "invalid" | "idempotency_mismatch" | "rate_limited" | "too_many_guesses" | "server_error" | "unavailable";
            /** @description By which the server's log names the request. */
            request_id: string;
            /** @description What is wrong with which field of the request. */
            errors?: {
                pointer: string;
                detail: string;
                /** @description Of a search: the first character that is wrong, from 0. */
                position?: number;
                /** @description How many characters are wrong. */
                length?: number;
            }[];
            /** @description Of insufficient_scope. */
            required_scope?: string;
            /** @description Of feature_unavailable and limit_reached. */
            feature?: string;
        };
    };
    responses: {
        /** @description `unreadable`: The body is not JSON, or not an object. `invalid_cursor`: The cursor was not made for this list with these filters. Begin without one. */
        Problem400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unauthenticated`: The request has no key. Send it as Authorization: Bearer mfly_… `invalid_key`: There is no such key, it has expired or was revoked, or its member has been deactivated. */
        Problem401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: The key's member may not do this. `insufficient_scope`: The key lacks the scope that required_scope names. Make a key that has it. `network_not_allowed`: The key may be used only from the networks that it lists, and the request came from another. `plan_expired`: The company's plan has expired. `feature_unavailable`: The company's plan lacks a feature, which the member feature names. `limit_reached`: The company has as many as its plan allows. The member feature names of what. */
        Problem403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_found`: It does not exist, or the key's member may not see it. */
        Problem404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `conflict`: Something with this name is there already. `idempotency_in_progress`: The first request with this Idempotency-Key has no answer yet. Repeat it later. */
        Problem409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `address_ended`: The address takes no more mail, so none can be waited for. Activate it, or create another. */
        Problem410: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too_large`: The request's body is too large. */
        Problem413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: A body is JSON: send it with Content-Type: application/json. */
        Problem415: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid`: A field is missing, unknown or wrong. The member errors names each by a JSON pointer. `idempotency_mismatch`: An earlier request with this Idempotency-Key had another body. */
        Problem422: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: Repeat the request after as many seconds as Retry-After says. `too_many_guesses`: There is no such key, and the network has sent too many that do not exist. Keys that exist work all the while. Check the key; Retry-After says when it may be tried again. */
        Problem429: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `server_error`: The fault is ours. Quote request_id when you report it. */
        Problem500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unavailable`: Repeat the request in a few seconds. */
        Problem503: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description A text of your choice. For a day, a request with the same key, path and body gets the same answer and changes nothing. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description What is left: `"key";r=5999;t=60` (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description By which the server's log names the request. */
        RequestId: string;
        /** @description `Bearer`, and what is wrong with the key. */
        Challenge: string;
        /** @description Seconds after which to repeat it. */
        RetryAfter: number;
        /** @description `true`: the answer to an earlier request with this Idempotency-Key. */
        Replayed: string;
        /** @description What is allowed: `"key";q=6000;w=60` is 6,000 calls in 60 seconds. */
        RateLimitPolicy: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    me_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_list: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
                /** @description Only addresses that take mail, or only those that do not. */
                is_active?: boolean;
                /** @description Only addresses on this domain. */
                domain?: string;
                /** @description A label of your choice for all addresses of one run of a program. */
                run?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice. For a day, a request with the same key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Sign-up flow on staging",
                 *       "run": "ci/4711"
                 *     }
                 */
                "application/json": {
                    /** @description What stands before the @; without one, a random name. */
                    prefix?: string;
                    /** @description One of the company's verified domains, or the platform's; without one, the platform's first. */
                    domain?: string;
                    /** @description Seconds until it stops taking mail, where the plan leaves a choice; null: never. */
                    expires_in?: number | null;
                    /**
                     * @description What the address is for, for people.
                     * @default
                     */
                    reason?: string;
                    /**
                     * @description Who reads its mail: its owner and Administrators, or everybody in the company.
                     * @default Private
                     * @enum {string}
                     */
                    visibility?: "Private" | "Public";
                    /** @description A label of your choice for all addresses of one run of a program. */
                    run?: string;
                };
            };
        };
        responses: {
            /** @description It was created. */
            201: {
                headers: {
                    /** @description Where it is from now on. */
                    Location?: string;
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_remove_run: {
        parameters: {
            query: {
                /** @description A label of your choice for all addresses of one run of a program. */
                run: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many addresses it was. */
                        deactivated: number;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_counts: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
                /** @description Only addresses that take mail, or only those that do not. */
                is_active?: boolean;
                /** @description Only addresses on this domain. */
                domain?: string;
                /** @description A label of your choice for all addresses of one run of a program. */
                run?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows of this page. */
                        data: components["schemas"]["EmailCounts"][];
                        /** @description Leads to the next page; null on the last one. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Sign-up flow on production",
                 *       "run": null
                 *     }
                 */
                "application/json": {
                    /** @description Activates or deactivates it. */
                    is_active?: boolean;
                    /** @description Seconds until it stops taking mail, where the plan leaves a choice; null: never. */
                    expires_in?: number | null;
                    /** @description What the address is for, for people. */
                    reason?: string;
                    /** @description Another label; null: none. */
                    run?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_attempts: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_wait: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice. For a day, a request with the same key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "match": {
                 *         "subject": "code",
                 *         "has": "code"
                 *       },
                 *       "timeout": 30
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What the message must be like; without it, any message counts.
                     * @default {}
                     */
                    match?: {
                        /** @description Its sender, name or address, contains this, whatever its case and accents; with `equals`, it is this. */
                        from?: string | {
                            equals: string;
                        };
                        /** @description One of the addresses that its headers To and Cc name contains this, whatever its case and accents; with `equals`, it is this. */
                        to?: string | {
                            equals: string;
                        };
                        /** @description Its subject contains this, whatever its case and accents; with `equals`, it is this. */
                        subject?: string | {
                            equals: string;
                        };
                        /** @description Its text contains this, whatever its case and accents. */
                        contains?: string;
                        /** @description One of its headers of this name contains the value, or is it. */
                        header?: {
                            name: string;
                            value: string | {
                                equals: string;
                            };
                        };
                        /**
                         * @description It has a code, a link or an attachment.
                         * @enum {string}
                         */
                        has?: "code" | "link" | "attachment";
                    };
                    /** @description Mail counts that came after this instant, or after the message with this id, which may be deleted. An instant is `now` of an earlier answer, or any other of ISO 8601; a date in the form of the header `Date` counts as the end of its second. Without it, all mail of the address counts. */
                    since?: string;
                    /**
                     * @description Seconds to wait at most.
                     * @default 30
                     */
                    timeout?: number;
                    /**
                     * @description How many messages must match.
                     * @default 1
                     */
                    count?: number;
                    /**
                     * @description Takes the messages for this caller alone, the oldest first. Needs the scope messages:write.
                     * @default false
                     */
                    claim?: boolean;
                    /** @description Seconds for which claimed messages are taken, unless they are acknowledged. 60 without it. */
                    lease?: number;
                    /**
                     * @description `none` waits for quiet: nothing found is what was wanted, and a message that comes is answered at once.
                     * @default some
                     * @enum {string}
                     */
                    expect?: "some" | "none";
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_messages: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
                /** @description What each message holds besides, separated by commas. */
                include?: ("text" | "shown_text" | "html" | "codes" | "links")[];
            };
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_remove_messages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many messages this call deleted. */
                        deleted: number;
                        /** @description Whether the address has messages still. */
                        left: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_count: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailCounts"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    emails_latest: {
        parameters: {
            query?: {
                /** @description What each message holds besides, separated by commas. */
                include?: ("text" | "shown_text" | "html" | "codes" | "links")[];
            };
            header?: never;
            path: {
                /** @description The address. `name+anything@` leads to `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_list: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
                /** @description Only messages in which all of these words are: in subject, sender, recipients, text or names of files (docs/search.md). */
                q?: string;
                /** @description What each message holds besides, separated by commas. */
                include?: ("text" | "shown_text" | "html" | "codes" | "links")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_get: {
        parameters: {
            query?: {
                /** @description What each message holds besides, separated by commas. */
                include?: ("text" | "shown_text" | "html" | "codes" | "links")[];
            };
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "seen": true
                 *     }
                 */
                "application/json": {
                    /** @description Whether the key's member has opened it. */
                    seen: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_ack: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice. For a day, a request with the same key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "claim": "0198f2c4-7b21-7d3e-9f40-5a6b7c8d9e0f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description The claim that wait answered. Without it, the claim must be one of this key.
                     */
                    claim?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_timeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            what: "connected" | "tls" | "stored" | "accepted" | "pushed" | "webhook" | "opened" | "claimed" | "acknowledged";
                            /**
                             * Format: date-time
                             * @description When it was.
                             */
                            creation: string;
                            /** @description The network that it came from, the webhook, or the member; null: nobody to name. */
                            who: string | null;
                            /** @description The rest, for people. */
                            detail: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_raw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_html: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_text: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_headers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        headers: {
                            name: string;
                            value: string;
                        }[];
                        /** @description Whether there are more than are listed. */
                        cut: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    messages_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's name. */
                id: string;
                /** @description The attachment's number in the message. */
                part: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    domains_list: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_list: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice. For a day, a request with the same key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://ci.lakeside.example/hooks/mail",
                 *       "event": "email.received",
                 *       "description": "Mail for the test runner"
                 *     }
                 */
                "application/json": {
                    /** @description Where it is sent: an http or https URL on the public internet. */
                    url: string;
                    /**
                     * @description The event to hear of.
                     * @enum {string}
                     */
                    event: "email.received" | "email.created" | "email.activated" | "email.deactivated" | "email.expired" | "domain.verified" | "member.invited" | "member.updated";
                    /** @description Only events on this domain; null: on all. */
                    domain?: string | null;
                    /** @description What it is for, for people. */
                    description?: string | null;
                    /**
                     * @description Whether deliveries are made from now on.
                     * @default true
                     */
                    enabled?: boolean;
                    /** @description A secret of this webhook's own, which signs from now on instead of the company's: `whsec_` and 24 to 64 random bytes in base64. No answer ever has it. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description It was created. */
            201: {
                headers: {
                    /** @description Where it is from now on. */
                    Location?: string;
                    "Idempotent-Replayed": components["headers"]["Replayed"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The webhook's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/json": {
                    /** @description Where it is sent: an http or https URL on the public internet. */
                    url?: string;
                    /**
                     * @description The event to hear of.
                     * @enum {string}
                     */
                    event?: "email.received" | "email.created" | "email.activated" | "email.deactivated" | "email.expired" | "domain.verified" | "member.invited" | "member.updated";
                    /** @description Only events on this domain; null: on all. */
                    domain?: string | null;
                    /** @description What it is for, for people. */
                    description?: string | null;
                    /** @description Switches it on or off. */
                    enabled?: boolean;
                    /** @description Another secret of its own; null: the company's signs. */
                    secret?: string | null;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_deliveries: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
                /** @description Only deliveries with this outcome. */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description The webhook's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice. For a day, a request with the same key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook's name. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    webhooks_redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your choice. For a day, a request with the same key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook's name. */
                id: string;
                /** @description The delivery's name. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    members_list: {
        parameters: {
            query?: {
                /** @description Rows of a page, at most. */
                limit?: number;
                /** @description The next_cursor of the page before, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    keys_remove_self: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
}
