"""MJCF texts for the tests."""

INERTIAL = '<inertial mass="2" pos="0.1 0.2 0.3" fullinertia="1 1.5 2 0.1 -0.2 0.3"/>'
EVERYTHING = f"""
<mujoco model="everything">
  <compiler angle="radian" autolimits="true"/>
  <option gravity="1 2 -9"/>
  <worldbody>
    <site name="corner" pos="1 2 3" quat="1 2 3 4"/>
    <body name="table" pos="1 0 0" euler="0.1 0.2 0.3">{INERTIAL}
      <body name="arm" pos="0 1 0" quat="1 0.2 0.3 0.4">{INERTIAL}
        <joint name="turn" axis="1 2 3" pos="0.1 0.2 0.3" ref="0.4" armature="0.2"/>
        <joint name="slide" type="slide" axis="0 1 1" pos="1 1 1" ref="-0.3" armature="0.1"/>
        <joint type="hinge" axis="0 0 1" pos="-0.1 0.2 0"/>
        <site name="hand" pos="0.3 0 0" euler="0.3 0.2 0.1"/>
        <body name="mount" pos="0.1 0 0" euler="0 0 1">{INERTIAL}
          <body name="ball" pos="0 0 0.2" euler="1 0 0">{INERTIAL}
            <joint axis="1 0 0" ref="0.2"/>
            <joint name="joint" type="ball" pos="0.3 0.1 0.2" armature="0.3"/>
            <joint type="slide" axis="1 0 1" ref="0.2"/>
            <site/><site pos="0 0 1"/>
          </body>
        </body>
      </body>
    </body>
    <body pos="0 0 2" euler="0.5 0 0"><freejoint name="flying"/>{INERTIAL}
      <body pos="0 0.2 0"><joint axis="0 1 0" pos="0 0 0.5"/>{INERTIAL}</body>
      <body pos="0 0.2 0"><joint axis="0 1 0"/><joint axis="0 0 1" ref="1"/>{INERTIAL}</body>
    </body>
    <body name="cart" pos="0 5 0"><joint type="slide" axis="1 0 0"/>{INERTIAL}
      <frame pos="1 0 0" euler="0 0 1"><geom size="0.2" mass="1" pos="0 0 1"/></frame>
    </body>
    <body name="target" mocap="true" pos="7 8 9"/>
  </worldbody>
</mujoco>"""
