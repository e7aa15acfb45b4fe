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
         * Get the caller and the remaining plan limits
         * @description Any key will do.
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
         * @description Newest first. Members see their own addresses and Public ones. Needs the scope `emails:read`.
         */
        get: operations["emails_list"];
        put?: never;
        /**
         * Create an address
         * @description All fields are optional. By default, the prefix is random and the domain is the platform's first. Needs the scope `emails:write`.
         */
        post: operations["emails_create"];
        /**
         * Deactivate all addresses of a run
         * @description Deactivates every address with this `run` label. Their mail is kept. If there are more than fit in a call of about two seconds, the answer is 202 and the rest goes on as a job. Needs the scope `emails:write`.
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
         * Get an address
         * @description Needs the scope `emails:read`.
         */
        get: operations["emails_get"];
        put?: never;
        post?: never;
        /**
         * Deactivate an address
         * @description Its mail is kept, and its name is never given to anyone else. Needs the scope `emails:write`.
         */
        delete: operations["emails_remove"];
        options?: never;
        head?: never;
        /**
         * Change, activate or deactivate an address
         * @description A new `expires_in` counts from now. Needs the scope `emails:write`.
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
         * List delivery attempts for an address
         * @description All attempts to send mail there in the last seven days, newest first: accepted messages, and up to 50 deferred or refused attempts a day. Needs the scope `messages:read`.
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
         * @description Answers as soon as the address has mail that matches, newest first. If nothing arrives in time, the answer says why. Needs the scope `messages:read`. With `claim`, also needs the scope `messages:write`.
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
         * @description Newest first. Needs the scope `messages:read`.
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
         * @description Newest first. Members see the messages of their own addresses and of Public ones. With `q` or `include`, a page may have fewer rows than `limit` although more follow. Needs the scope `messages:read`.
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
         * Get a message
         * @description Needs the scope `messages:read`.
         */
        get: operations["messages_get"];
        put?: never;
        post?: never;
        /**
         * Delete a message
         * @description Deletes it permanently. Needs the scope `messages:write`.
         */
        delete: operations["messages_remove"];
        options?: never;
        head?: never;
        /**
         * Mark a message as opened or unopened
         * @description For the key's member only. Needs the scope `messages:write`.
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
         * Acknowledge a claimed message
         * @description Makes the claim final: the message is never given to another caller. Refused if the claim is no longer yours. Needs the scope `messages:write`.
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
         * Get a message's timeline
         * @description What happened to the message, oldest first. Only Administrators see webhook attempts. Needs the scope `messages:read`.
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
         * @description Its HTML as it was sent. Needs the scope `messages:read`.
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
         * @description Its plain text, or its HTML as text. Needs the scope `messages:read`.
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
         * Get a message's headers
         * @description All headers in order, decoded. Needs the scope `messages:read`.
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
    "/api/v1/messages/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a message's links
         * @description In their order, at most 500, with their texts. Needs the scope `messages:read`.
         */
        get: operations["messages_links"];
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
         * @description The file as it was sent. The message lists the type that the sender declared. Needs the scope `messages:read`.
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
         * @description The company's domains, newest first, then the platform's. Needs the scope `domains:read`.
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
         * @description Newest first. Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_list"];
        put?: never;
        /**
         * Create a webhook
         * @description Needs the scope `webhooks:write`. Only Administrators' keys may call it.
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
         * Get a webhook
         * @description Needs the scope `webhooks:read`.
         */
        get: operations["webhooks_get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Needs the scope `webhooks:write`. Only Administrators' keys may call it.
         */
        delete: operations["webhooks_remove"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Needs the scope `webhooks:write`. Only Administrators' keys may call it.
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
         * @description Past and pending deliveries, newest first. What receivers answered can quote private mail. Needs the scope `webhooks:read`. Only Administrators' keys may call it.
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
         * @description Sends the webhook's event with made-up data. The delivery appears in the list, with its outcome once it has been attempted. Needs the scope `webhooks:write`. Only Administrators' keys may call it.
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
         * Redeliver an event
         * @description Sends the same id and body again and restarts the retries. Needs the scope `webhooks:write`. Only Administrators' keys may call it.
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
         * @description Newest first. Needs the scope `team:read`.
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
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a job
         * @description Work that is too long for one call goes on as a job. It is kept for a week. Members see the jobs of their own calls, Administrators all. Any key will do.
         */
        get: operations["jobs_get"];
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
         * @description Revokes the key that the request is made with. Any key will do.
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
         *       "id": "mail.lakeside.example",
         *       "domain_name": "mail.lakeside.example",
         *       "unicode_name": "mail.lakeside.example",
         *       "is_default": false,
         *       "is_verified": true,
         *       "mx_found": true,
         *       "creation": "2026-11-01T08:00:00.000Z"
         *     }
         */
        Domain: {
            /** @description Its id: the domain, in ASCII. */
            id: string;
            /** @description The same as `id`. */
            domain_name: string;
            /** @description The domain as people write it. */
            unicode_name: string;
            /** @description Whether it is one of the platform's domains, which every company may use. */
            is_default: boolean;
            /** @description Whether addresses can be created on it. */
            is_verified: boolean;
            /** @description Whether its mail was routed here at the last check. */
            mx_found: boolean;
            /** @description When it was added; null for the platform's domains. */
            creation: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "mail.lakeside.example",
         *           "domain_name": "mail.lakeside.example",
         *           "unicode_name": "mail.lakeside.example",
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
            data: components["schemas"]["Domain"][];
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "019cd2a4-7b1e-7d70-9c3a-2f6d8c1b4a55",
         *       "call": "emails_remove_run",
         *       "status": "running",
         *       "done": 12500,
         *       "total": 100000,
         *       "error": null,
         *       "creation": "2026-11-30T09:30:00.000Z",
         *       "ended": null
         *     }
         */
        Job: {
            /**
             * Format: uuid
             * @description The job's id.
             */
            id: string;
            /**
             * @description The operation that began it.
             * @enum {string}
             */
            call: "emails_remove_run";
            /**
             * @description `failed`: it ended before everything was done, and `error` says why.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            /** @description How many records are done, those of the call that began it included. */
            done: number;
            /** @description How many records there were when it began. */
            total: number;
            /** @description Why it failed. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it began.
             */
            creation: string;
            /** @description When it ended; null while it runs. */
            ended: string | null;
        };
        /**
         * @example {
         *       "id": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *       "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *       "recipients": "signup-test@mayfly.test",
         *       "unicode_recipients": "signup-test@mayfly.test",
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
            id: string;
            /**
             * @deprecated
             * @description The same as `id`.
             */
            name: string;
            /** @description The address that it was sent to. */
            recipients: string;
            /** @description The same, with its domain as people write it. */
            unicode_recipients: string;
            /** @description The member who owns that address. */
            owner: string;
            /** @description `Display Name <address>`, or the bare address; empty if the message names none. */
            sender: string;
            /** @description The envelope sender; empty for bounces. */
            mail_from: string;
            /** @description Its subject, decoded. */
            subject: string;
            /** @description The beginning of its text. */
            preview: string;
            /** @description The one-time code in it; empty if there is none (docs/codes.md). */
            code: string;
            /** @description Whether it has attachments, apart from images shown in its HTML. */
            has_attachment: boolean;
            /**
             * @description The visibility of its address.
             * @enum {string}
             */
            visibility: "Private" | "Public";
            /** @description Whether the key's member has opened it. */
            seen: boolean;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            creation: string;
            /** @description The message as plain text, at most 500,000 characters; null if it cannot be read. */
            text?: string | null;
            /** @description With include=text: whether `text` is cut short. */
            truncated?: boolean;
            /** @description With include=shown_text: `text` without what the HTML hides from its reader, such as text of size 0. */
            shown_text?: string | null;
            /** @description With include=shown_text: the text that the HTML hides; empty if there is none, null if it cannot be read. */
            hidden_text?: string | null;
            /** @description Its HTML as it was sent; null if there is none or it is longer than a million characters. */
            html?: string | null;
            /** @description With include=codes: the one-time codes in it. */
            codes?: string[];
            /** @description With include=links: the links in it, at most 500. */
            links?: {
                /** @description The target: http, https, mailto, tel, sms, or an app's own scheme. */
                url: string;
                /** @description The link's text; in plain text, the words before it. */
                text: string;
                /**
                 * @description What the link asks its reader to do, if known (docs/codes.md).
                 * @enum {string}
                 */
                action?: "verify" | "confirm" | "reset" | "sign_in";
            }[];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "recipients": "signup-test@mayfly.test",
         *           "unicode_recipients": "signup-test@mayfly.test",
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
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "recipients": "signup-test@mayfly.test",
         *           "unicode_recipients": "signup-test@mayfly.test",
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
         *       "next_cursor": null,
         *       "indexed_to": null
         *     }
         */
        FoundMessagePage: {
            /** @description The rows of this page. */
            data: components["schemas"]["MessageSummary"][];
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description With `q`: mail that arrived after this may be missing, because it is still being indexed; null if all mail was searched. */
            indexed_to?: string | null;
        };
        /**
         * @example {
         *       "id": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *       "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *       "recipients": "signup-test@mayfly.test",
         *       "unicode_recipients": "signup-test@mayfly.test",
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
            id: string;
            /**
             * @deprecated
             * @description The same as `id`.
             */
            name: string;
            /** @description The address that it was sent to. */
            recipients: string;
            /** @description The same, with its domain as people write it. */
            unicode_recipients: string;
            /** @description The member who owns that address. */
            owner: string;
            /** @description `Display Name <address>`, or the bare address; empty if the message names none. */
            sender: string;
            /** @description The envelope sender; empty for bounces. */
            mail_from: string;
            /** @description Its subject, decoded. */
            subject: string;
            /** @description The beginning of its text. */
            preview: string;
            /** @description The one-time code in it; empty if there is none (docs/codes.md). */
            code: string;
            /** @description Whether it has attachments, apart from images shown in its HTML. */
            has_attachment: boolean;
            /**
             * @description The visibility of its address.
             * @enum {string}
             */
            visibility: "Private" | "Public";
            /** @description Whether the key's member has opened it. */
            seen: boolean;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            creation: string;
            /** @description The message as plain text, at most 500,000 characters; null if it cannot be read. */
            text?: string | null;
            /** @description With include=text: whether `text` is cut short. */
            truncated?: boolean;
            /** @description With include=shown_text: `text` without what the HTML hides from its reader, such as text of size 0. */
            shown_text?: string | null;
            /** @description With include=shown_text: the text that the HTML hides; empty if there is none, null if it cannot be read. */
            hidden_text?: string | null;
            /** @description Its HTML as it was sent; null if there is none or it is longer than a million characters. */
            html?: string | null;
            /** @description With include=codes: the one-time codes in it. */
            codes?: string[];
            /** @description With include=links: the links in it, at most 500. */
            links?: {
                /** @description The target: http, https, mailto, tel, sms, or an app's own scheme. */
                url: string;
                /** @description The link's text; in plain text, the words before it. */
                text: string;
                /**
                 * @description What the link asks its reader to do, if known (docs/codes.md).
                 * @enum {string}
                 */
                action?: "verify" | "confirm" | "reset" | "sign_in";
            }[];
            /** @description The recipients in its To header, in the form of `sender`. */
            to: string[];
            /** @description Those in its Cc header. */
            cc: string[];
            /** @description The addresses in its Reply-To header. */
            reply_to: string[];
            /** @description The size of the whole message as it was sent, in bytes. */
            size: number;
            /**
             * @description What can be shown of it. With `too_slow` and `unreadable`, nothing: download it as `raw`.
             * @enum {string}
             */
            rendering: "html" | "text" | "too_large" | "too_slow" | "unreadable";
            /** @description Whether part of it was wrapped in an S/MIME signature. The signature is not verified. */
            signed: boolean;
            /** @description Its attachments. */
            attachments: {
                /** @description Its number within the message. */
                part: number;
                /** @description The name that the sender gave it; may be empty. */
                filename: string;
                /** @description The type that the sender declared. */
                content_type: string;
                /** @description Its size in bytes. */
                size: number;
                /** @description Whether it is an image shown in the HTML. */
                embedded: boolean;
            }[];
        };
        /**
         * @example {
         *       "text": "A message from Staging <no-reply@staging.example> came 4.2 s into the wait, but its subject 'Welcome' does not contain 'code'.\nMail arrived but did not match your criteria.",
         *       "advice": "Mail arrived but did not match your criteria.",
         *       "matching": [],
         *       "not_matching": [
         *         {
         *           "id": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
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
         *         "expiry": null,
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
            /** @description The whole explanation in sentences, for a log. */
            text: string;
            /** @description What to do next, in one sentence. */
            advice: string;
            /** @description The messages that did match, fewer than were wanted; with `claim`, those that nobody has claimed. */
            matching: {
                id: string;
                /**
                 * @deprecated
                 * @description The same as `id`.
                 */
                name: string;
                /** Format: date-time */
                creation: string;
                sender: string;
                subject: string;
            }[];
            /** @description The newest messages that did not match, at most five. */
            not_matching: {
                id: string;
                /**
                 * @deprecated
                 * @description The same as `id`.
                 */
                name: string;
                /** Format: date-time */
                creation: string;
                sender: string;
                subject: string;
                failed: {
                    /** @enum {string} */
                    criterion: "since" | "from" | "to" | "subject" | "contains" | "header" | "has";
                    /** @description Why it was not met, in words. */
                    detail: string;
                }[];
            }[];
            /** @description How many of the messages that were looked at did not match. */
            not_matching_count: number;
            /** @description At most five attempts to send mail to the address, or to a name like it, that were refused or deferred. */
            refused: {
                /** @description The recipient; empty if it was refused before it named one. */
                address: string;
                /**
                 * Format: date-time
                 * @description When the attempt was made.
                 */
                creation: string;
                /**
                 * @description `deferred`: the sender was told to try again later.
                 * @enum {string}
                 */
                outcome: "deferred" | "refused";
                /** @description The reply that the sender received. */
                reply: string;
                /** @description The envelope sender; null if the name does not exist on a platform domain. */
                mail_from: string | null;
            }[];
            /** @description All attempts to send mail to the address itself that were refused or deferred in the last seven days. */
            refusals: {
                /** @description The number of attempts. */
                count: number;
                /** @description When the first was made; null if there was none. */
                first: string | null;
                /** @description When the last was made; null if there was none. */
                last: string | null;
            };
            /** @description `false` if so many unknown names were tried on the domain that attempts for similar names may be missing. */
            is_complete: boolean;
            /** @description How many messages other callers have claimed. */
            claimed: number;
            /** @description How many of these they have acknowledged. */
            acknowledged: number;
            /** @description When the next of the other callers' leases ends; null if there is none. */
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
                /** @description Whether the domain's mail was routed here at the last check; null for the platform's domains and before the first check. */
                mx_found: boolean | null;
                checked: string | null;
            };
            /** @description When the newest message of the address arrived; null if it has none. */
            last_message: string | null;
        };
        /**
         * @example {
         *       "found": true,
         *       "now": "2026-11-28T09:31:16.384Z",
         *       "messages": [
         *         {
         *           "id": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "name": "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
         *           "recipients": "signup-test@mayfly.test",
         *           "unicode_recipients": "signup-test@mayfly.test",
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
             * @description When the address was last checked. Pass it as `since` of a later wait to count only mail that arrives after it.
             */
            now: string;
            messages: {
                /** @description Its id. */
                id: string;
                /**
                 * @deprecated
                 * @description The same as `id`.
                 */
                name: string;
                /** @description The address that it was sent to. */
                recipients: string;
                /** @description The same, with its domain as people write it. */
                unicode_recipients: string;
                /** @description The member who owns that address. */
                owner: string;
                /** @description `Display Name <address>`, or the bare address; empty if the message names none. */
                sender: string;
                /** @description The envelope sender; empty for bounces. */
                mail_from: string;
                /** @description Its subject, decoded. */
                subject: string;
                /** @description The beginning of its text. */
                preview: string;
                /** @description The one-time code in it; empty if there is none (docs/codes.md). */
                code: string;
                /** @description Whether it has attachments, apart from images shown in its HTML. */
                has_attachment: boolean;
                /**
                 * @description The visibility of its address.
                 * @enum {string}
                 */
                visibility: "Private" | "Public";
                /** @description Whether the key's member has opened it. */
                seen: boolean;
                /**
                 * Format: date-time
                 * @description When it arrived.
                 */
                creation: string;
                /** @description The message as plain text; null if it cannot be read. */
                text: string | null;
                /** @description Whether `text` is cut short. */
                truncated: boolean;
                /** @description With include=shown_text: `text` without what the HTML hides from its reader, such as text of size 0. */
                shown_text?: string | null;
                /** @description With include=shown_text: the text that the HTML hides; empty if there is none, null if it cannot be read. */
                hidden_text?: string | null;
                /** @description Its HTML as it was sent; null if there is none or it is longer than a million characters. */
                html?: string | null;
                /** @description With include=codes: the one-time codes in it. */
                codes?: string[];
                /** @description The links in it, at most 500. */
                links: {
                    /** @description The target: http, https, mailto, tel, sms, or an app's own scheme. */
                    url: string;
                    /** @description The link's text; in plain text, the words before it. */
                    text: string;
                    /**
                     * @description What the link asks its reader to do, if known (docs/codes.md).
                     * @enum {string}
                     */
                    action?: "verify" | "confirm" | "reset" | "sign_in";
                }[];
                /** @description With `claim`: the claim, which can be acknowledged until its lease ends. */
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
             * @description When the address was last checked. Pass it as `since` of a later wait to count only mail that arrives after it.
             */
            now: string;
            /** @description How long the call waited. If the server is stopping, less than the timeout: call again. */
            waited_ms: number;
            explanation: components["schemas"]["Explanation"];
        };
        /**
         * @example {
         *       "id": "signup-test@mayfly.test",
         *       "email_name": "signup-test@mayfly.test",
         *       "unicode_name": "signup-test@mayfly.test",
         *       "domain_name": "mayfly.test",
         *       "owner": "ada@lakeside.example",
         *       "reason": "Sign-up flow on staging",
         *       "run": "ci/4711",
         *       "tags": [
         *         "smoke"
         *       ],
         *       "note": "",
         *       "visibility": "Private",
         *       "is_active": true,
         *       "expiry": "2026-12-05T09:30:00.000Z",
         *       "creation": "2026-11-28T09:30:00.000Z",
         *       "modified": "2026-11-28T09:30:00.000Z"
         *     }
         */
        Email: {
            /** @description Its id: the address, with its domain in ASCII. */
            id: string;
            /** @description The same as `id`. */
            email_name: string;
            /** @description The address with its domain as people write it. */
            unicode_name: string;
            /** @description The part after the @. */
            domain_name: string;
            /** @description The member who owns the address. */
            owner: string;
            /** @description What it was created for; may be empty. */
            reason: string;
            /** @description The label of the run that created it; null if there is none. */
            run: string | null;
            /** @description Its tags; may be empty. */
            tags: string[];
            /** @description What people have noted about it; may be empty. */
            note: string;
            /**
             * @description `Private`: only its owner and Administrators can read its mail. `Public`: everyone in the company can.
             * @enum {string}
             */
            visibility: "Private" | "Public";
            /** @description Whether it accepts mail. */
            is_active: boolean;
            /** @description When it stops accepting mail; null if never. */
            expiry: string | null;
            /**
             * Format: date-time
             * @description When it was created.
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
         *       "id": "signup-test@mayfly.test",
         *       "email_name": "signup-test@mayfly.test",
         *       "unicode_name": "signup-test@mayfly.test",
         *       "messages": 3,
         *       "unread": 1
         *     }
         */
        EmailCounts: {
            /** @description The id of the address. */
            id: string;
            /** @description The address, with its domain in ASCII. */
            email_name: string;
            /** @description The address with its domain as people write it. */
            unicode_name: string;
            /** @description How many messages it has; 1000: that many or more. */
            messages: number;
            /** @description How many of these the key's member has not opened. */
            unread: number;
        };
        /**
         * @example {
         *       "outcome": "refused",
         *       "creation": "2026-11-28T09:31:40.000Z",
         *       "mail_from": "app@staging.example",
         *       "network": "198.51.100.7",
         *       "helo": "mx.staging.example",
         *       "tls": "TLSv1.3",
         *       "reply": "550 5.2.1 The address is no longer active",
         *       "reason": "ended",
         *       "message": null
         *     }
         */
        Attempt: {
            /**
             * @description `deferred`: the sender was told to try again later.
             * @enum {string}
             */
            outcome: "accepted" | "deferred" | "refused";
            /**
             * Format: date-time
             * @description When the attempt was made.
             */
            creation: string;
            /** @description The envelope sender; empty for bounces. */
            mail_from: string;
            /** @description The network it came from; null if unknown. */
            network: string | null;
            /** @description The name that the client gave in HELO or EHLO; null if unknown. */
            helo: string | null;
            /** @description The TLS version; empty without TLS, null if unknown. */
            tls: string | null;
            /** @description The reply that the sender received. */
            reply: string;
            /** @description Why it was not accepted; null if it was. `full`: the server's disk is full. `over_quota`: the company has received as much mail today as its plan allows. `lost`: the connection was lost before the message was complete. `syntax`: the client sent a command or parameter that the receiver does not accept. */
            reason: ("unknown" | "ended" | "too_large" | "too_many_recipients" | "full" | "over_quota" | "busy" | "lost" | "syntax" | "failed") | null;
            /** @description The id of the resulting message; null if there is none or it was deleted. */
            message: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "signup-test@mayfly.test",
         *           "email_name": "signup-test@mayfly.test",
         *           "unicode_name": "signup-test@mayfly.test",
         *           "domain_name": "mayfly.test",
         *           "owner": "ada@lakeside.example",
         *           "reason": "Sign-up flow on staging",
         *           "run": "ci/4711",
         *           "tags": [
         *             "smoke"
         *           ],
         *           "note": "",
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
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "signup-test@mayfly.test",
         *           "email_name": "signup-test@mayfly.test",
         *           "unicode_name": "signup-test@mayfly.test",
         *           "messages": 3,
         *           "unread": 1
         *         }
         *       ],
         *       "next_cursor": null
         *     }
         */
        EmailCountsPage: {
            /** @description The rows of this page. */
            data: components["schemas"]["EmailCounts"][];
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
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
            data: components["schemas"]["Attempt"][];
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description All attempts that were refused or deferred in the last seven days, listed or not. */
            refusals: {
                /** @description The number of attempts. */
                count: number;
                /** @description When the first was made; null if there was none. */
                first: string | null;
                /** @description When the last was made; null if there was none. */
                last: string | null;
            };
        };
        /**
         * @example {
         *       "now": "2026-11-28T09:31:10.123Z",
         *       "member": {
         *         "id": "ada@lakeside.example",
         *         "name": "ada@lakeside.example",
         *         "full_name": "Ada Bergström",
         *         "role": "Administrator"
         *       },
         *       "company": {
         *         "id": "0198e0aa-1111-7abc-8def-0123456789ab",
         *         "name": "0198e0aa-1111-7abc-8def-0123456789ab",
         *         "company_name": "Lakeside Software"
         *       },
         *       "key": {
         *         "id": "0198f2c3-2222-7abc-8def-0123456789ab",
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
             * @description The server's time. Pass it as `since` of a wait to count only mail that arrives later.
             */
            now: string;
            /** @description The member that the key acts for. */
            member: {
                id: string;
                /**
                 * @deprecated
                 * @description The same as `id`.
                 */
                name: string;
                full_name: string;
                /** @enum {string} */
                role: "Administrator" | "Member";
            };
            /** @description The member's company. */
            company: {
                id: string;
                /**
                 * @deprecated
                 * @description The same as `id`.
                 */
                name: string;
                company_name: string;
            };
            /** @description The key that the request was made with. */
            key: {
                id: string;
                /**
                 * @deprecated
                 * @description The same as `id`.
                 */
                name: string;
                key_name: string;
                scopes: ("emails:read" | "emails:write" | "messages:read" | "messages:write" | "domains:read" | "webhooks:read" | "webhooks:write" | "team:read")[];
                expiry: string | null;
            };
            /** @description The company's plan, and how much of it is used. */
            plan: {
                /** @enum {string} */
                plan: "Starter" | "Professional" | "Business" | "Enterprise";
                /** @description The last day of the plan; null if it does not end. */
                expiry_date: string | null;
                /** @description What counts: active addresses, active members, all domains and all webhooks. */
                limits: {
                    email: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many the plan allows; null for no limit, 0 if the plan does not include the feature. */
                        limit: number | null;
                    };
                    team: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many the plan allows; null for no limit, 0 if the plan does not include the feature. */
                        limit: number | null;
                    };
                    domain: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many the plan allows; null for no limit, 0 if the plan does not include the feature. */
                        limit: number | null;
                    };
                    webhook: {
                        /** @description How many the company has. */
                        used: number;
                        /** @description How many the plan allows; null for no limit, 0 if the plan does not include the feature. */
                        limit: number | null;
                    };
                };
            };
        };
        /**
         * @example {
         *       "id": "ada@lakeside.example",
         *       "name": "ada@lakeside.example",
         *       "full_name": "Ada Bergström",
         *       "role": "Administrator",
         *       "is_active": true,
         *       "creation": "2026-11-01T08:00:00.000Z"
         *     }
         */
        Member: {
            /** @description The member's id: the login, an email address. */
            id: string;
            /**
             * @deprecated
             * @description The same as `id`.
             */
            name: string;
            /** @description The member's full name. */
            full_name: string;
            /**
             * @description Administrators manage the company and see all its mail.
             * @enum {string}
             */
            role: "Administrator" | "Member";
            /** @description Whether the member can log in. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description When the member joined.
             */
            creation: string;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "ada@lakeside.example",
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
            data: components["schemas"]["Member"][];
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "id": "hook-k3v9m2p7qa",
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
            id: string;
            /**
             * @deprecated
             * @description The same as `id`.
             */
            name: string;
            /** @description Where events are sent. Members' keys see only its host, because the rest often contains a secret. */
            url: string;
            /** @description The event that it subscribes to. */
            event: string;
            /** @description Whether events are delivered. */
            enabled: boolean;
            /** @description Only events on this domain are sent; null for all domains. */
            domain: string | null;
            /** @description A note on what it is for. */
            description: string;
            /** @description Whether it has a signing secret of its own; otherwise the company's is used. */
            has_own_secret: boolean;
            /**
             * Format: date-time
             * @description When it was created.
             */
            creation: string;
            /** @description Since when deliveries have been failing; null if they are not. */
            failing_since: string | null;
            /** @description When it was switched off because of failures; null if it was not. */
            paused: string | null;
        };
        /**
         * @example {
         *       "id": "0198f2c4-6a11-7c02-8d15-0a1b2c3d4e5f",
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
            /** @description Its id, the `webhook-id` that every attempt carries. */
            id: string;
            /**
             * @deprecated
             * @description The same as `id`.
             */
            name: string;
            /** @description The event that it reports. */
            event: string;
            /** @description The id of the message that it is about; null if there is none or it was deleted. */
            message: string | null;
            /** @description Whether it is a test event, with made-up data. */
            test: boolean;
            /**
             * @description `pending`: an attempt is still to come.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description When it was queued.
             */
            creation: string;
            /** @description When it is tried next; null if it is not. */
            next_attempt: string | null;
            /** @description The latest attempts, oldest first. */
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
         *           "id": "hook-k3v9m2p7qa",
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
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "0198f2c4-6a11-7c02-8d15-0a1b2c3d4e5f",
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
            /** @description The cursor for the next page; null on the last one. */
            next_cursor: string | null;
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
            /** @description The URL of the explanation of the code. */
            type: string;
            /** @description The kind of problem, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What is wrong with this request, in words. */
            detail: string;
            /**
             * @description The kind of problem, as a stable code for programs.
             * @enum {string}
             */
            code: "unauthenticated" | "invalid_key" | "forbidden" | "insufficient_scope" | "network_not_allowed" | "plan_expired" | "feature_unavailable" | "limit_reached" | "not_found" | "address_ended" | "method_not_allowed" | "conflict" | "idempotency_in_progress" | "too_large" | "timed_out" | "headers_too_large" | "unsupported_media_type" | "unreadable" | "invalid_cursor" | "invalid" | "idempotency_mismatch" | "rate_limited" | "too_many_guesses" | "server_error" | "unavailable";
            /** @description The id of the request in the server's log. */
            request_id: string;
            /** @description The fields that are wrong, and why. */
            errors?: {
                pointer: string;
                detail: string;
                /** @description In a search: the position of the first wrong character, counted from 0. */
                position?: number;
                /** @description In a search: the number of wrong characters. */
                length?: number;
            }[];
            /** @description With `insufficient_scope`: the scope that is missing. */
            required_scope?: string;
            /** @description With `feature_unavailable` and `limit_reached`: the feature concerned. */
            feature?: string;
        };
    };
    responses: {
        /** @description `unreadable`: It is not valid HTTP, or its body is not a JSON object. `invalid_cursor`: The cursor belongs to another list or to other filters. Start again without one. */
        Problem400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unauthenticated`: The request has no key. Send it as Authorization: Bearer mfly_… `invalid_key`: The key does not exist, has expired or was revoked, or its member is deactivated. */
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
        /** @description `forbidden`: The key's member may not do this. `insufficient_scope`: The key lacks the scope named in `required_scope`. Use a key that has it. `network_not_allowed`: The key works only from the networks it is limited to, and the request came from another. `plan_expired`: The company's plan has expired. `feature_unavailable`: The plan does not include this feature; `feature` says which. `limit_reached`: The plan's limit is reached; `feature` says which. */
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
        /** @description `conflict`: Something with this name already exists. `idempotency_in_progress`: The first request with this Idempotency-Key has no answer yet. Try again later. */
        Problem409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `address_ended`: The address no longer accepts mail, so there is nothing to wait for. Activate it, or create another. */
        Problem410: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too_large`: The request body is too large. */
        Problem413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unsupported_media_type`: Send the body as JSON, with Content-Type: application/json. */
        Problem415: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid`: A field is missing, unknown or invalid. `errors` lists each one, with a JSON pointer. `idempotency_mismatch`: This Idempotency-Key was already used for a different request. */
        Problem422: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: Try again after the number of seconds in `Retry-After`. `too_many_guesses`: The key does not exist, and this network has sent too many such keys. Valid keys still work. Check the key, and try again after the number of seconds in `Retry-After`. */
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
        /** @description `server_error`: Something went wrong on our side. Quote `request_id` when you report it. */
        Problem500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `unavailable`: Try again in a few seconds. */
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
        /** @description Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description What is left: `"key";r=5999;t=60` (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description The id of the request in the server's log. */
        RequestId: string;
        /** @description `Bearer`, and what is wrong with the key. */
        Challenge: string;
        /** @description How many seconds to wait before trying again. */
        RetryAfter: number;
        /** @description `true`: this is the answer to an earlier request with this Idempotency-Key. */
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                /** @description `true`: only active addresses; `false`: only inactive ones. */
                is_active?: boolean;
                /** @description Only addresses on this domain. */
                domain?: string;
                /** @description A label of your choice for the addresses of one run, such as a CI job. */
                run?: string;
                /** @description Only addresses with this tag. */
                tag?: string;
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
                /** @description Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing. */
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
                 *       "run": "ci/4711",
                 *       "tags": [
                 *         "smoke"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The part before the @; random by default. */
                    prefix?: string;
                    /** @description One of the company's verified domains or the platform's domains; by default, the platform's first. */
                    domain?: string;
                    /** @description Seconds until it stops accepting mail, if the plan lets you choose; null for never. */
                    expires_in?: number | null;
                    /**
                     * @description What the address is for.
                     * @default
                     */
                    reason?: string;
                    /**
                     * @description Who can read its mail: its owner and Administrators (`Private`) or everyone in the company (`Public`).
                     * @default Private
                     * @enum {string}
                     */
                    visibility?: "Private" | "Public";
                    /** @description A label of your choice for the addresses of one run, such as a CI job. */
                    run?: string;
                    /**
                     * @description Tags of your choice, at most 10, of lowercase letters, digits and hyphens.
                     * @default []
                     */
                    tags?: string[];
                    /**
                     * @description A note, of at most 500 characters.
                     * @default
                     */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
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
                /** @description A label of your choice for the addresses of one run, such as a CI job. */
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
                        /** @description How many addresses this call deactivated. */
                        deactivated: number;
                        /** @description The job that deactivates the rest; null: all are deactivated. */
                        job: string | null;
                    };
                };
            };
            /** @description The rest goes on as a job. */
            202: {
                headers: {
                    /** @description The path of the job. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many addresses this call deactivated. */
                        deactivated: number;
                        /** @description The job that deactivates the rest; null: all are deactivated. */
                        job: string | null;
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                /** @description `true`: only active addresses; `false`: only inactive ones. */
                is_active?: boolean;
                /** @description Only addresses on this domain. */
                domain?: string;
                /** @description A label of your choice for the addresses of one run, such as a CI job. */
                run?: string;
                /** @description Only addresses with this tag. */
                tag?: string;
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
                    "application/json": components["schemas"]["EmailCountsPage"];
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
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The body is empty. */
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
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                    /** @description Seconds until it stops accepting mail, if the plan lets you choose; null for never. */
                    expires_in?: number | null;
                    /** @description What the address is for. */
                    reason?: string;
                    /** @description A new label; null removes it. */
                    run?: string | null;
                    /** @description All of its tags from now on. */
                    tags?: string[];
                    /** @description A note, of at most 500 characters. */
                    note?: string;
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                /** @description Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                     * @description What the message must match; by default, any message does.
                     * @default {}
                     */
                    match?: {
                        /** @description The sender's name or address contains this text; with `equals`, it is exactly this text. Case and accents are ignored. */
                        from?: string | {
                            equals: string;
                        };
                        /** @description A recipient in the To or Cc header contains this text; with `equals`, it is exactly this text. Case and accents are ignored. */
                        to?: string | {
                            equals: string;
                        };
                        /** @description The subject contains this text; with `equals`, it is exactly this text. Case and accents are ignored. */
                        subject?: string | {
                            equals: string;
                        };
                        /** @description The body contains this text. Case and accents are ignored. */
                        contains?: string;
                        /** @description A header with this name contains the value; with `equals`, it is exactly the value. */
                        header?: {
                            name: string;
                            value: string | {
                                equals: string;
                            };
                        };
                        /**
                         * @description The message has a code, a link or an attachment.
                         * @enum {string}
                         */
                        has?: "code" | "link" | "attachment";
                    };
                    /** @description Only mail that arrived after this time counts, or after the message with this id, even if that message has been deleted. The time is `now` of an earlier answer or any ISO 8601 time; one in the form of the `Date` header counts as the end of its second. By default, all mail of the address counts. */
                    since?: string;
                    /**
                     * @description The longest time to wait, in seconds.
                     * @default 30
                     */
                    timeout?: number;
                    /**
                     * @description How many messages must match.
                     * @default 1
                     */
                    count?: number;
                    /**
                     * @description Claims the messages for this caller alone, oldest first. Needs the scope messages:write.
                     * @default false
                     */
                    claim?: boolean;
                    /** @description How many seconds the claim lasts unless it is acknowledged; 60 by default. */
                    lease?: number;
                    /**
                     * @description `none`: no mail is expected. `found: false` is then the wanted result, and a matching message is answered at once.
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                /** @description Additional fields for each message, separated by commas. */
                include?: ("text" | "shown_text" | "html" | "codes" | "links")[];
            };
            header?: never;
            path: {
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                /** @description Additional fields for each message, separated by commas. */
                include?: ("text" | "shown_text" | "html" | "codes" | "links")[];
            };
            header?: never;
            path: {
                /** @description The address. `name+anything@` stands for `name@`, as it does for mail. */
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                /** @description Only messages that contain all of these words in subject, sender, recipients, body or file names (docs/search.md). */
                q?: string;
                /** @description Additional fields for each message, separated by commas. */
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
                    "application/json": components["schemas"]["FoundMessagePage"];
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
                /** @description Additional fields for each message, separated by commas. */
                include?: ("text" | "shown_text" | "html" | "codes" | "links")[];
            };
            header?: never;
            path: {
                /** @description The message's id. */
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
                /** @description The message's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The body is empty. */
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
                /** @description The message's id. */
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
            /** @description Done. The body is empty. */
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
                /** @description Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The message's id. */
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
                     * @description The claim that the wait returned. Without it, the message must be claimed by this key.
                     */
                    claim?: string;
                };
            };
        };
        responses: {
            /** @description Done. The body is empty. */
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
                /** @description The message's id. */
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
                             * @description When it happened.
                             */
                            creation: string;
                            /** @description The network, webhook or member it came from; null if there is none to name. */
                            who: string | null;
                            /** @description Details, in words. */
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
                /** @description The message's id. */
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
                /** @description The message's id. */
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
                /** @description The message's id. */
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
                /** @description The message's id. */
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
    messages_links: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's id. */
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
                            /** @description The target: http, https, mailto, tel, sms, or an app's own scheme. */
                            url: string;
                            /** @description The link's text; in plain text, the words before it. */
                            text: string;
                            /**
                             * @description What the link asks its reader to do, if known (docs/codes.md).
                             * @enum {string}
                             */
                            action?: "verify" | "confirm" | "reset" | "sign_in";
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
    messages_attachment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The message's id. */
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
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
                /** @description Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing. */
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
                    /** @description Where events are sent: an http or https URL on the public internet. */
                    url: string;
                    /**
                     * @description The event to subscribe to.
                     * @enum {string}
                     */
                    event: "email.received" | "email.created" | "email.activated" | "email.deactivated" | "email.expired" | "domain.verified" | "member.invited" | "member.updated";
                    /** @description Only events on this domain are sent; null for all domains. */
                    domain?: string | null;
                    /** @description A note on what it is for. */
                    description?: string | null;
                    /**
                     * @description Whether events are delivered from now on.
                     * @default true
                     */
                    enabled?: boolean;
                    /** @description A signing secret for this webhook alone, used from now on instead of the company's: `whsec_` and 24 to 64 random bytes in base64. It is never returned. */
                    secret?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    /** @description The path of what was created. */
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
                /** @description The webhook's id. */
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
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The body is empty. */
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
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "description": "Mail for the nightly tests"
                 *     }
                 */
                "application/json": {
                    /** @description Where events are sent: an http or https URL on the public internet. */
                    url?: string;
                    /**
                     * @description The event to subscribe to.
                     * @enum {string}
                     */
                    event?: "email.received" | "email.created" | "email.activated" | "email.deactivated" | "email.expired" | "domain.verified" | "member.invited" | "member.updated";
                    /** @description Only events on this domain are sent; null for all domains. */
                    domain?: string | null;
                    /** @description A note on what it is for. */
                    description?: string | null;
                    /** @description Switches it on or off. */
                    enabled?: boolean;
                    /** @description A new signing secret for this webhook alone; null to use the company's. */
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @description The webhook's id. */
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
                /** @description Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook's id. */
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
                /** @description Any text. For a day, another request with the same Idempotency-Key, path and body gets the same answer and changes nothing. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The webhook's id. */
                id: string;
                /** @description The delivery's id. */
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
                /** @description The most rows per page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
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
    jobs_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The job's id. */
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
                    "application/json": components["schemas"]["Job"];
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
    keys_remove_self: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The body is empty. */
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
