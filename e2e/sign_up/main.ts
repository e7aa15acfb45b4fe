import { startSignUpApp } from "./app.ts";

// For who tries the recipes of docs/testing.md by hand.
const { url } = await startSignUpApp(Number(process.env["SMTP_PORT"] ?? 2525), 4000);
console.log(`The sign-up application is at ${url}`);
