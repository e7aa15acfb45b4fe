import { startSignUpApp } from "./app.ts";

// For who tries the recipes of docs/testing.md by hand.
const { port } = new URL(process.env["APP_URL"] ?? "http://localhost:4000");
const { url } = await startSignUpApp(Number(process.env["SMTP_PORT"] ?? 2525), Number(port || 80));
console.log(`The sign-up application is at ${url}`);
