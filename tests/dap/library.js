// Drives sm5 dap with the client library of VS Code: node library.js FOLDER_OF_NODE_MODULES SM5 PROGRAM.
const assert = require('assert');
const [modules, command, program] = process.argv.slice(2);
const { DebugClient } = require(modules + '/@vscode/debugadapter-testsupport');

const launch = { program, groups: 2, bind: { u0: 'zero,size=16', u1: 'zero,size=64', cb0: 'u32:5/6/7/8/9/10/11/12' } };

async function session(body) {
    const client = new DebugClient(command, 'dap', 'sm5');
    client.defaultTimeout = 60000;
    await client.start();
    try {
        await body(client);
    } finally {
        await client.stop();
    }
}

async function stopsOnEntry() {
    await session(client => Promise.all([
        client.configurationSequence(),
        client.launch({ ...launch, stopOnEntry: true }),
        client.assertStoppedLocation('entry', { path: program, line: 14 }),
    ]));
}

async function runsToTheEnd() {
    await session(client => Promise.all([
        client.configurationSequence(),
        client.launch(launch),
        client.waitForEvent('terminated'),
    ]));
}

async function hitsABreakpoint() {
    await session(async client => {
        await client.hitBreakpoint(launch, { path: program, line: 17 });
        const frame = (await client.stackTraceRequest({ threadId: 3 })).body.stackFrames[0];
        const value = await client.evaluateRequest({ expression: 'r0.x', frameId: frame.id, context: 'watch' });
        assert.strictEqual(value.body.result, '4');
        const scopes = (await client.scopesRequest({ frameId: frame.id })).body.scopes;
        const registers = await client.variablesRequest({ variablesReference: scopes[0].variablesReference });
        assert.deepStrictEqual(registers.body.variables.map(v => v.name), ['r0', 'r1', 'x0']);
        await client.setVariableRequest({ variablesReference: registers.body.variables[0].variablesReference, name: 'x', value: '70' });
        await Promise.all([client.nextRequest({ threadId: 3 }), client.assertStoppedLocation('step', { path: program, line: 18 })]);
        await Promise.all([client.stepBackRequest({ threadId: 3 }), client.assertStoppedLocation('breakpoint', { path: program, line: 17 })]);
        await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [] });
        await Promise.all([client.reverseContinueRequest({ threadId: 3 }), client.assertStoppedLocation('entry', { path: program, line: 14 })]);
    });
}

async function refusesALaunch() {
    await session(async client => {
        await client.initializeRequest();
        await assert.rejects(client.launchRequest({ program: program + '.none', groups: 1 }), /No such file/);
    });
}

(async () => {
    for (const test of [stopsOnEntry, runsToTheEnd, hitsABreakpoint, refusesALaunch]) {
        await test();
        console.log(test.name);
    }
})().catch(error => {
    console.error(error);
    process.exit(1);
});
